import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { LinkState } from '#lib/domain/payments/link/state.ts'
import type { PublicLinkView } from '#lib/views/organisation.ts'

/** The page of a payment link: payee, purpose and amount; or why it can't be paid any more. */
export function LinkCard({ link, error }: { link: PublicLinkView; error: LinkError | null }) {
  const t = useTranslations('pay')
  const { payee, holder, state, title, description, slug, currency } = link
  return (
    <Card as="div" className="mx-auto max-w-xl sm:p-8">
      <p className="text-soft">{state === 'open' ? t('link.lead', { payee }) : payee}</p>
      <h1 className="mt-1 text-2xl font-semibold wrap-anywhere">{title}</h1>
      {holder === null ? null : <p className="mt-2 text-sm text-soft">{t('choose.ofHolder', { payee, holder })}</p>}
      {description ? <p className="mt-2 whitespace-pre-line wrap-anywhere">{description}</p> : null}
      {link.invoice ? (
        <InvoiceNote slug={slug} invoice={link.invoice} currency={currency} isCancelled={state === 'closed'} />
      ) : null}
      {link.mode === 'test' ? <Alert className="mt-5">{t('shell.test')}</Alert> : null}
      {error === 'underWay' ? (
        <Alert tone="warning" announce="assertive" className="mt-5">
          {t('link.underWay')}
        </Alert>
      ) : null}
      {link.stopped !== null && state === 'open' ? (
        <Alert tone="warning" title={t('stopped.title')} className="mt-6">
          {t('stopped.text', { payee })}
        </Alert>
      ) : state === 'open' ? (
        <PostForm action={`/l/${encodeURIComponent(slug)}/open`} className="mt-6 grid gap-6">
          <LinkAmount link={link} error={error} />
          <Button type="submit" size="large" wide>
            {t('link.pay')}
            <Icon name="arrowRight" />
          </Button>
        </PostForm>
      ) : (
        <Over state={state} link={link} />
      )}
    </Card>
  )
}

/** Why a link can't be paid any more. */
function Over({ state, link: { invoice, payee } }: { state: Exclude<LinkState, 'open'>; link: PublicLinkView }) {
  const t = useTranslations('pay.link')
  const isInvoice = invoice !== null && state !== 'expired'
  return (
    <Alert
      tone={isInvoice && state === 'used' ? 'success' : 'warning'}
      title={isInvoice ? t(`invoiceStates.${state}.title`) : t(`states.${state}.title`)}
      className="mt-6"
    >
      {isInvoice ? t(`invoiceStates.${state}.text`, { payee }) : t(`states.${state}.text`, { payee })}
    </Alert>
  )
}

type InvoiceNoteProps = {
  slug: string
  invoice: NonNullable<PublicLinkView['invoice']>
  currency: string
  isCancelled: boolean
}

/** When the invoice of a link is due, and the invoice itself. */
function InvoiceNote({ slug, invoice, currency, isCancelled }: InvoiceNoteProps) {
  const t = useTranslations('pay.link')
  const locale = useLocale()
  const file = `/l/${encodeURIComponent(slug)}/invoice`
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      {isCancelled ? null : (
        <p className="text-soft">{t('invoiceDue', { day: formatDate(invoice.dueOn, locale, 'long') })}</p>
      )}
      <a href={file} className="link">
        {t('invoicePdf')}
      </a>
      {invoice.creditNotes.map(({ number, total }) => (
        <a key={number} href={`${file}?credit=${number}`} className="link">
          {t('creditPdf', { amount: formatMoney({ amount: total, currency }, locale) })}
        </a>
      ))}
    </div>
  )
}

export const linkErrors = [
  'underWay',
  'amount_missing',
  'amount_invalid',
  'amount_ambiguous',
  'amount_decimals',
  'amount_too_small',
  'amount_too_large',
  'amount_fixed',
] as const
export type LinkError = (typeof linkErrors)[number]

function LinkAmount({ link, error }: { link: PublicLinkView; error: LinkError | null }) {
  const t = useTranslations('pay')
  const locale = useLocale()
  const { amount, min, max, currency } = link
  const say = (money: typeof min) => (money === null ? '' : formatMoney(money, locale))
  if (amount !== null) return <p className="text-[2rem] font-semibold">{formatMoney(amount, locale)}</p>
  const values = {
    min: say(min ?? { amount: '0.01', currency }),
    max: say(max ?? { amount: '999999999.99', currency }),
  }
  const bounds =
    min !== null && max !== null
      ? t('link.between', values)
      : min !== null
        ? t('link.atLeast', values)
        : max !== null
          ? t('link.atMost', values)
          : ''
  const example = locale === 'fr' ? '12,50' : '12.50'
  return (
    <TextField
      id="link-amount"
      name="amount"
      label={t('link.amount')}
      hint={`${t('link.amountHint', { example })} ${bounds}`.trim()}
      error={error !== null && error !== 'underWay' ? t(`errors.${error}`, values) : null}
      inputMode="decimal"
      required
      maxLength={24}
      className="tabular"
    />
  )
}
