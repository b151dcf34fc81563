import { useLocale, useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { typeAmount } from '#components/format/typed-amount.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { ReceiptBadge } from '#components/reconciliation/credit-list.tsx'
import { NoteLine } from '#components/reconciliation/note-line.tsx'
import { Button, PostButton, PostForm } from '#components/ui/button.tsx'
import { Card, DescriptionList } from '#components/ui/card.tsx'
import { Input, TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readCredit } from '#lib/services/reconciliation/read.ts'
import type { CreditView, SuggestionView } from '#lib/views/reconciliation.ts'

export const generateMetadata = titleOf('reconciliation.title')

export default memberPage('reconciliation.read', async ({ id, organisation, actor, one }) => {
  const search = one('q') ?? ''
  const [t, locale, { credit, suggestions }] = await Promise.all([
    getTranslations('reconciliation'),
    getLocale(),
    readCredit(actor, id, search),
  ])
  const title = t('credit.title', { day: formatDate(credit.day, locale, 'long') })
  const form = may(organisation.role, 'reconciliation.write') ? { organisation: organisation.id } : null
  return (
    <>
      <PageHeader steps={[{ href: '/reconciliation', label: t('title') }]} title={title} />
      <NoteLine done={one('done')} field={one('field')} error={one('error')} />
      <div className="stack gap-6">
        <CreditFacts credit={credit} />
        <CreditMatches credit={credit} form={form} />
        {form && credit.state !== 'matched' ? (
          <CreditSuggestions credit={credit} suggestions={suggestions} search={search} form={form} />
        ) : null}
        {form ? <CreditNote credit={credit} form={form} /> : null}
      </div>
    </>
  )
})

type Form = { readonly organisation: string }

/** One incoming payment as given by the bank. */
function CreditFacts({ credit }: { credit: CreditView }) {
  const t = useTranslations('reconciliation.credit')
  const items = [
    { term: t('amount'), value: <Money value={credit.amount} /> },
    { term: t('rest'), value: credit.state === 'matched' ? null : <Money value={credit.rest} /> },
    { term: t('excess'), value: Number(credit.excess.amount) > 0 ? <Money value={credit.excess} /> : null },
    { term: t('remittance'), value: credit.remittance.join(' · ') || null },
    { term: t('endToEndId'), value: credit.endToEndId === null ? null : <code>{credit.endToEndId}</code> },
  ]
  return (
    <Card>
      <DescriptionList items={items} />
    </Card>
  )
}

/** Orders matched with it or part of it, each with a button to undo the match. */
function CreditMatches({ credit, form }: { credit: CreditView; form: Form | null }) {
  const t = useTranslations('reconciliation')
  const locale = useLocale()
  return (
    <Card title={t('credit.matches')}>
      {credit.matches.length === 0 ? <p className="mt-3 text-soft">{t('credit.noMatches')}</p> : null}
      <ul className="mt-2 divide-y divide-line empty:hidden">
        {credit.matches.map(match => (
          <li key={match.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <div className="min-w-0">
              <Link href={`/payments/${match.orderId}`} className="link wrap-anywhere">
                {match.reference}
              </Link>
              <p className="text-sm text-soft">
                {t(`ways.${match.by}`)}
                {' · '}
                {t('credit.of', {
                  received: formatMoney(match.received, locale),
                  asked: formatMoney(match.orderAmount, locale),
                })}
              </p>
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <ReceiptBadge receipt={match.receipt} />
              <Money value={match.amount} className="font-semibold" />
              {form ? (
                <PostButton
                  action={`/reconciliation/${credit.id}/undo`}
                  sends={{ organisation: form.organisation, matchId: match.id }}
                  variant="quiet"
                  size="small"
                  aria-label={t('credit.undoOf', { reference: match.reference })}
                >
                  {t('credit.undo')}
                </PostButton>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type SuggestionsProps = { credit: CreditView; suggestions: readonly SuggestionView[]; search: string; form: Form }

/** The likeliest or searched orders, to match the rest of the credit with one, or parts of it with several. */
function CreditSuggestions({ credit, suggestions, search, form }: SuggestionsProps) {
  const t = useTranslations('reconciliation.credit')
  return (
    <Card title={t('suggestions')} text={t('suggestionsText')}>
      <search>
        <form method="get" action={`/reconciliation/${credit.id}`} className="mt-4 flex flex-wrap items-end gap-3">
          <TextField
            name="q"
            type="search"
            label={t('search')}
            defaultValue={search}
            maxLength={140}
            className="min-w-0 flex-1 basis-56"
          />
          <Button type="submit" variant="secondary">
            {t('find')}
          </Button>
        </form>
      </search>
      {suggestions.length === 0 ? <p className="mt-4 text-soft">{t('noSuggestions')}</p> : null}
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {suggestions.map(order => (
          <Suggestion key={order.id} order={order} credit={credit} form={form} />
        ))}
      </ul>
    </Card>
  )
}

type SuggestionProps = { order: SuggestionView; credit: CreditView; form: Form }

function Suggestion({ order, credit, form }: SuggestionProps) {
  const t = useTranslations('reconciliation.credit')
  const locale = useLocale()
  const due = Number(order.due.amount) > 0 && Number(order.due.amount) < Number(credit.rest.amount)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <Link href={`/${order.of}s/${order.id}`} className="link wrap-anywhere">
          {order.reference}
        </Link>
        <p className="text-sm text-soft">
          <DateText value={order.createdOn} /> · {formatMoney(order.amount, locale)} ·{' '}
          {t('due', { amount: formatMoney(order.due, locale) })}
        </p>
      </div>
      <PostForm
        action={`/reconciliation/${credit.id}/match`}
        className="flex items-center gap-2"
        sends={{ organisation: form.organisation, [order.of === 'invoice' ? 'invoiceId' : 'orderId']: order.id }}
      >
        <Input
          name="amount"
          inputMode="decimal"
          aria-label={t('giveLabel', { reference: order.reference })}
          defaultValue={typeAmount(due ? order.due.amount : credit.rest.amount, locale)}
          autoComplete="off"
          className="w-28"
        />
        <Button type="submit" variant="secondary">
          {t('give')}
        </Button>
      </PostForm>
    </li>
  )
}

/** A member's note about the credit. */
function CreditNote({ credit, form }: { credit: CreditView; form: Form }) {
  const t = useTranslations('reconciliation.credit')
  return (
    <Card>
      <PostForm
        action={`/reconciliation/${credit.id}/note`}
        className="grid gap-4"
        sends={{ organisation: form.organisation }}
        submit={t('keepNote')}
        variant="secondary"
      >
        <TextField name="note" label={t('note')} defaultValue={credit.note ?? ''} maxLength={500} />
      </PostForm>
    </Card>
  )
}
