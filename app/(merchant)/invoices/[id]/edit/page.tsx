import { nameCountries } from '@guichet/values/text/countries.ts'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { InvoiceForm } from '#components/invoices/form.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readInvoice } from '#lib/services/invoices/read.ts'
import { readInvoiceSettings } from '#lib/services/invoices/settings.ts'

export const generateMetadata = titleOf('invoices.form.editTitle')

export default memberPage('invoice.draft', ['failures', 'invoices'], async ({ id, organisation, actor }) => {
  const [t, invoice, { vatNumber }] = await Promise.all([
    getTranslations('invoices'),
    readInvoice(actor, id),
    readInvoiceSettings(actor),
  ])
  if (invoice.state !== 'draft') redirect(`/invoices/${invoice.id}`)
  return (
    <div className="max-w-4xl">
      <PageHeader
        steps={[
          { href: '/invoices', label: t('title') },
          { href: `/invoices/${invoice.id}`, label: invoice.customerName },
        ]}
        title={t('form.editTitle')}
      />
      <InvoiceForm
        organisation={organisation.id}
        mode={invoice.mode}
        id={invoice.id}
        chargesVat={vatNumber !== null}
        countries={nameCountries(await getLocale())}
        values={invoice}
      />
    </div>
  )
})
