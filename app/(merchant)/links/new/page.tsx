import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { LiveNote } from '#components/activation/state.tsx'
import { AddAccount } from '#components/merchant/add-account.tsx'
import { LinkForm } from '#components/merchant/link-form.tsx'
import { Alert } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readStopped } from '#lib/services/merchant/activation.ts'
import { readOrganisation } from '#lib/services/merchant/organisations.ts'

export const generateMetadata = titleOf('merchant.linkForm.title')

export default memberPage('link.change', ['failures', 'merchant'], async ({ organisation, mode, as }) => {
  const [t, words, stopped, { beneficiary, returnUrls }] = await Promise.all([
    getTranslations('merchant.linkForm'),
    getTranslations('merchant'),
    readStopped(as('activation.read')),
    readOrganisation(as('organisation.read')),
  ])
  return (
    <div className="max-w-3xl">
      <PageHeader
        steps={[{ href: '/links', label: words('links.title') }]}
        current={words('links.new')}
        title={t('title')}
      />
      {stopped !== null ? (
        <LiveNote stopped={stopped} />
      ) : beneficiary === null ? (
        <Alert tone="warning" action={<AddAccount role={organisation.role} />}>
          {t('faults.beneficiary')}
        </Alert>
      ) : (
        <LinkForm organisation={organisation.id} mode={mode} returnUrls={returnUrls} />
      )}
    </div>
  )
})
