import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { PostButton, PostForm } from '#components/ui/button.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { SelectField } from '#components/ui/field.tsx'
import type { HalfView, OwnTransferView, SuggestedTransfer } from '#lib/views/own-transfer.ts'

type OwnTransferProps = {
  accountId: string
  /** Of the transaction. */
  line: string
  state: OwnTransferView
  /** Our page to return to. */
  back: string
}

const action = '/transactions/own-transfer'

/** Whether a transaction is between the person's own accounts: they confirm, split or pair by plain forms. */
export function OwnTransfer({ accountId, line, state, back }: OwnTransferProps) {
  const t = useTranslations('transactions.ownTransfers')
  const { paired, suggested, others, isApart, settles } = state
  const sends = { account: accountId, key: line, back }
  const half = paired ?? suggested
  if (settles) return <Settlement settles={settles} sends={sends} />
  if (half === null && others.length === 0 && !isApart) return null
  return (
    <Section
      titleId="own-transfer-title"
      title={t(paired ? 'paired' : suggested ? 'suggested' : isApart ? 'apart' : 'title')}
      look="font-medium"
      className="rounded-2xl bg-sunken p-4"
    >
      {half ? <HalfLine half={half} /> : null}
      {paired ? <p className="mt-1 text-sm text-soft">{t('pairedText')}</p> : null}
      {half ? <Answers sends={sends} confirmed={suggested && idOf(suggested)} /> : null}
      {others.length > 0 ? <ByHand sends={sends} others={others} /> : null}
    </Section>
  )
}

type SettlementProps = { settles: NonNullable<OwnTransferView['settles']>; sends: Record<string, string> }

/** The debit of a card, which a person may split from it and back. */
function Settlement({ settles: { accountId, name, isPaired }, sends }: SettlementProps) {
  const t = useTranslations('transactions.ownTransfers')
  return (
    <Section
      titleId="own-transfer-title"
      title={t(isPaired ? 'settles' : 'apart', { card: name })}
      look="font-medium"
      className="rounded-2xl bg-sunken p-4"
    >
      {isPaired ? <p className="mt-1 text-sm text-soft">{t('settlesText')}</p> : null}
      <PostButton
        action={action}
        sends={{ ...sends, other: isPaired ? '' : `${accountId} ` }}
        variant="secondary"
        size="small"
        className="mt-3"
      >
        {t(isPaired ? 'splitCard' : 'confirmCard')}
      </PostButton>
    </Section>
  )
}

/** What may be a transfer between the person's own accounts, to work through. */
export function SuggestedTransfers({ suggested }: { suggested: readonly SuggestedTransfer[] }) {
  const t = useTranslations('transactions.ownTransfers')
  if (suggested.length === 0)
    return (
      <Card as="div">
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      </Card>
    )
  return (
    <Card titleId="own-transfers-title" title={t('asked')} text={t('askedText')}>
      <ul className="mt-3 divide-y divide-line">
        {suggested.map(({ from, to }) => {
          const sends = { account: from.accountId, key: from.key, back: '/transactions/own-transfers' }
          return (
            <li key={idOf(from)} className="py-4 first:pt-0 last:pb-0">
              <HalfLine half={from} />
              <HalfLine half={to} />
              <Answers sends={sends} confirmed={idOf(to)} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

type AnswersProps = { sends: Record<string, string>; confirmed: string | null }

/** `confirmed`: the half that is suggested; null: they are a pair. */
function Answers({ sends, confirmed }: AnswersProps) {
  const t = useTranslations('transactions.ownTransfers')
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {confirmed ? (
        <PostButton action={action} sends={{ ...sends, other: confirmed }} size="small">
          {t('confirm')}
        </PostButton>
      ) : null}
      <PostButton action={action} sends={{ ...sends, other: '' }} variant="secondary" size="small">
        {t(confirmed ? 'dismiss' : 'split')}
      </PostButton>
    </div>
  )
}

const idOf = ({ accountId, key }: HalfView) => `${accountId} ${key}`

function HalfLine({ half: { name, accountName, day, amount } }: { half: HalfView }) {
  const locale = useLocale()
  return (
    <p className="mt-1 text-[0.9375rem] wrap-anywhere">
      <bdi>{name}</bdi> · <bdi>{accountName}</bdi> · {formatDate(day, locale)} ·{' '}
      <span className="whitespace-nowrap">{formatMoney(amount, locale, true)}</span>
    </p>
  )
}

type ByHandProps = { sends: Record<string, string>; others: readonly HalfView[] }

/** Pairs with a transaction that the person chooses. */
function ByHand({ sends, others }: ByHandProps) {
  const t = useTranslations('transactions.ownTransfers')
  const locale = useLocale()
  return (
    <Disclosure title={t('byHand')} className="mt-3">
      <PostForm
        action={action}
        sends={sends}
        className="mt-2 grid gap-3"
        submit={t('pair')}
        size="small"
        variant="secondary"
      >
        <SelectField
          id="own-transfer-other"
          name="other"
          label={t('other')}
          hint={t('otherHint')}
          required
          choices={others.map(half => [
            idOf(half),
            [half.accountName, formatDate(half.day, locale), formatMoney(half.amount, locale, true), half.name].join(
              ' · ',
            ),
          ])}
        />
      </PostForm>
    </Disclosure>
  )
}
