import { nameCountries } from '@guichet/values/text/countries.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { OrganisationForm } from '#components/merchant/organisation-form.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'

export const generateMetadata = titleOf('merchant.new.title')

export default userPage(['failures', 'merchant'], async ({ session: { email, locale } }) => {
  const t = await getTranslations('merchant.new')
  const values = {
    name: '',
    legalName: '',
    registrationNumber: null,
    website: null,
    addressLines: [],
    email,
    country: 'FR',
    locale,
  }
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card title={t('formTitle')} bodyClass="mt-5">
        <OrganisationForm
          organisation={null}
          values={values}
          countries={nameCountries(await getLocale())}
          button={t('make')}
        />
      </Card>
    </div>
  )
})
