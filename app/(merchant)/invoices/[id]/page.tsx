import { getLocale, getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { CreditAll, CreditForm, DeleteDraft, MailInvoice, SendInvoice } from '#components/invoices/actions.tsx'
import { InvoiceLines, Sum } from '#components/invoices/lines-table.tsx'
import { InvoiceStateBadge } from '#components/invoices/list.tsx'
import { CopyAddress, LinkMails } from '#components/merchant/link-actions.tsx'
import { PaymentTable } from '#components/merchant/payment-table.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Card, CardHeader, DescriptionList } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { noPaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { listInvoiceMails, readInvoice } from '#lib/services/invoices/read.ts'
import { listPayments } from '#lib/services/payments/list.ts'
import { outcomeFor } from '#lib/services/people/outside-mails.ts'
import type { InvoiceView } from '#lib/views/invoice.ts'

export const generateMetadata = titleOf('invoices.title')

export default memberPage(
  'invoice.read',
  ['failures', 'invoices', 'merchant'],
  async ({ id, organisation, actor, as }) => {
    const invoice = await readInvoice(actor, id)
    const { state, linkId, mode } = invoice
    const mayWrite = may(organisation.role, 'payments.write')
    const filter = { ...noPaymentFilter, link: linkId }
    const [t, words, payments, mails, outcome] = await Promise.all([
      getTranslations('invoices'),
      getTranslations('merchant'),
      linkId === null ? null : listPayments({ ...as('payment.read'), mode }, { filter }),
      mayWrite ? listInvoiceMails(as('invoice.send'), id) : [],
      outcomeFor({ organisationId: organisation.id, to: invoice.customerEmail, mode: invoice.mode }),
    ])
    const mailText = words(`mail.${outcome}`)
    const ref = { id: invoice.id, organisation: organisation.id }
    const isOpen = state === 'sent' || state === 'overdue'
    const isPaid = state === 'paid'
    return (
      <>
        <PageHeader
          steps={[{ href: '/invoices', label: t('title') }]}
          current={invoice.number ?? t('draftOf')}
          title={invoice.number ?? invoice.customerName}
          lead={<InvoiceStateBadge state={state} />}
          actions={state === 'draft' ? null : <Files invoice={invoice} organisation={organisation.id} />}
        />
        <div className="stack items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="stack gap-6">
            <Card>
              <InvoiceLines invoice={invoice} />
            </Card>
            {invoice.creditNotes.length === 0 ? null : (
              <Card>
                <CreditNotes invoice={invoice} organisation={organisation.id} />
              </Card>
            )}
            <Card>
              <Facts invoice={invoice} />
            </Card>
            {state === 'draft' ? null : <p className="text-sm text-soft">{t('page.facturX')}</p>}
            {payments === null ? null : (
              <Card flush title={t('page.payments')}>
                {payments.payments.length === 0 ? (
                  <p className="px-5 pb-5 text-soft sm:px-6">{t('page.paymentsNone')}</p>
                ) : (
                  <PaymentTable payments={payments.payments} caption={t('page.payments')} />
                )}
              </Card>
            )}
          </div>
          <div className="stack gap-6">
            {mayWrite && state === 'draft' ? (
              <Card
                title={t('page.draftTitle')}
                text={`${t('page.draftText')} ${mailText}`}
                bodyClass="mt-4 grid gap-4"
              >
                <SendInvoice {...ref} />
                <div className="flex flex-wrap gap-2">
                  <Files invoice={invoice} organisation={organisation.id} />
                  <ButtonLink href={`/invoices/${invoice.id}/edit`} variant="secondary">
                    {t('page.edit')}
                  </ButtonLink>
                </div>
                <DeleteDraft {...ref} />
              </Card>
            ) : null}
            {isOpen && invoice.url !== null ? (
              <Card title={t('page.linkTitle')} text={t('page.linkText')} bodyClass="mt-4">
                <CopyAddress url={invoice.url} />
              </Card>
            ) : null}
            {mayWrite && (isOpen || mails.length > 0) ? (
              <Card
                title={t('page.mailTitle')}
                text={outcome === 'queued' ? invoice.customerEmail : mailText}
                bodyClass="mt-4"
              >
                {isOpen && (outcome === 'queued' || outcome === 'off') ? (
                  <MailInvoice {...ref} isOverdue={state === 'overdue'} />
                ) : null}
                {mails.length > 0 ? <LinkMails mails={mails} /> : null}
              </Card>
            ) : null}
            {mayWrite && (isOpen || isPaid) ? (
              <Card
                title={t('credit.title')}
                text={`${t(isPaid ? 'credit.textPaid' : 'credit.textOpen')} ${mailText}`}
                bodyClass="mt-4 grid gap-4"
              >
                <CreditForm organisation={organisation.id} invoice={invoice} />
                <CreditAll {...ref} isPaid={isPaid} />
              </Card>
            ) : null}
          </div>
        </div>
      </>
    )
  },
)

async function Files({ invoice, organisation }: { invoice: InvoiceView; organisation: string }) {
  const t = await getTranslations('invoices.page')
  const href = `/invoices/${invoice.id}/pdf?organisation=${organisation}`
  return (
    <a href={href} className={buttonClass({ variant: 'secondary' })}>
      {t(invoice.state === 'draft' ? 'preview' : 'pdf')}
    </a>
  )
}

/** The credit notes of an invoice, and what is left of it. */
async function CreditNotes({ invoice, organisation }: { invoice: InvoiceView; organisation: string }) {
  const [t, locale] = await Promise.all([getTranslations('invoices.credit'), getLocale()])
  const { id, creditNotes, currency, left } = invoice
  return (
    <>
      <CardHeader title={t('notes')} />
      <ul aria-label={t('notes')} className="mt-2 divide-y divide-line">
        {creditNotes.map(({ number, issuedOn, content }) => (
          <li key={number} className="flex items-baseline justify-between gap-x-4 py-3">
            <div className="min-w-0">
              <a
                href={`/invoices/${id}/pdf?organisation=${organisation}&credit=${number}`}
                className="link"
                aria-label={t('pdf', { number })}
              >
                {number}
              </a>
              <p className="text-sm text-soft wrap-anywhere">
                {[formatDate(issuedOn, locale, 'long'), content.reason].filter(one => one !== null).join(' · ')}
              </p>
            </div>
            <Money value={{ amount: `-${content.total}`, currency }} className="shrink-0" />
          </li>
        ))}
      </ul>
      <dl className="grid gap-1 border-t border-line pt-4">
        <Sum term={t('leftOver')} value={formatMoney({ amount: left, currency }, locale)} strong />
      </dl>
    </>
  )
}

async function Facts({ invoice }: { invoice: InvoiceView }) {
  const t = await getTranslations('invoices')
  const { customerName, customerEmail, content, issuedOn, dueOn } = invoice
  const customer = (
    <>
      <span className="block font-medium">{customerName}</span>
      <span className="whitespace-pre-line">{content.customerAddress.join('\n')}</span>
    </>
  )
  const items = [
    { term: t('page.issued'), value: issuedOn && <DateText value={issuedOn} /> },
    { term: t('page.due'), value: <DateText value={dueOn} /> },
    { term: t('page.supplied'), value: content.suppliedOn && <DateText value={content.suppliedOn} /> },
    { term: t('page.customer'), value: customer },
    { term: t('page.delivery'), value: content.deliveryAddress.join(', ') || null },
    { term: t('page.purchaseOrder'), value: content.purchaseOrder },
    { term: t('page.customerNumber'), value: content.customerNumber },
    { term: t('page.customerVatNumber'), value: content.customerVatNumber },
    { term: t('page.email'), value: customerEmail },
    {
      term: t('page.reminded'),
      value: invoice.remindedAt.length === 0 ? null : t('page.remindedTimes', { count: invoice.remindedAt.length }),
    },
    { term: t('page.vatNote'), value: content.vatNote },
    { term: t('page.note'), value: content.note },
  ]
  return <DescriptionList items={items} />
}
