import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { InvoiceSettingsForm } from '#components/invoices/settings-form.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readInvoiceSettings } from '#lib/services/invoices/settings.ts'

export const generateMetadata = titleOf('invoices.setup.title')

export default memberPage('invoice.settings', ['failures', 'invoices'], async ({ organisation, as }) => {
  const [t, values] = await Promise.all([getTranslations('invoices'), readInvoiceSettings(as('invoice.read'))])
  return (
    <div className="max-w-3xl">
      <PageHeader
        steps={[{ href: '/invoices', label: t('title') }]}
        current={t('settings')}
        title={t('setup.title')}
        lead={`${t('setup.lead')} ${t('setup.fromOrganisation')}`}
      />
      <InvoiceSettingsForm organisation={organisation.id} values={values} />
    </div>
  )
})
