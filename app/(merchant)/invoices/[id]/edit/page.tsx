import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { requireMember } from '#app/(merchant)/require-member.ts'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { InvoiceForm } from '#components/invoices/form.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readInvoice } from '#lib/services/invoices/read.ts'
import { readInvoiceSettings } from '#lib/services/invoices/settings.ts'

type EditProps = { params: Promise<unknown> }

export const generateMetadata = titleOf('invoices.form.editTitle')

export default async function EditInvoicePage({ params }: EditProps) {
  const { id } = await pathOf(params, 'id')
  const { organisation, actor } = await requireMember('invoice.draft')
  const [t, words, invoice, { vatNumber }] = await Promise.all([
    getTranslations('invoices'),
    getTranslations('merchant'),
    orNotFound(readInvoice(actor, id)),
    readInvoiceSettings(actor),
  ])
  if (invoice.state !== 'draft') redirect(`/invoices/${invoice.id}`)
  return (
    <div className="max-w-4xl">
      <PageHeader
        breadcrumb={
          <Breadcrumb
            label={words('payment.breadcrumb')}
            steps={[
              { href: '/invoices', label: t('title') },
              { href: `/invoices/${invoice.id}`, label: invoice.customerName },
            ]}
            current={t('form.editTitle')}
          />
        }
        title={t('form.editTitle')}
      />
      <ClientWords areas={['common', 'failures', 'invoices']}>
        <InvoiceForm
          organisation={organisation.id}
          mode={invoice.mode}
          id={invoice.id}
          chargesVat={vatNumber !== null}
          values={invoice}
        />
      </ClientWords>
    </div>
  )
}
