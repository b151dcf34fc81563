import { useTranslations } from 'next-intl'
import { memo, useCallback, useMemo } from 'react'
import { DateText, Money } from '#components/format/value.tsx'
import { initialsOf } from '#lib/domain/accounts/initials.ts'
import { isRefused, type OpenLineFacts, openDay } from '#lib/domain/accounts/open-line.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { CategoryView } from '#lib/views/category.ts'
import type { AccountName } from './account-names.tsx'
import { CategoryMark } from './category-icon.tsx'
import { useCategoryNameAmong } from './use-categories.ts'

/** A transaction's own page. */
export const addressOf = ({ id }: Pick<TransactionView, 'id'>) => `/transactions/${id}`

const known = ['BOOK', 'PDNG', 'FUTR', 'INFO', 'OTHR'] as const

/** A transaction's status in words; an unknown one is shown unchanged, and a refused transaction is called so. */
export function useStatusWord(): (line: OpenLineFacts) => string {
  const t = useTranslations('accounts')
  return useCallback(
    line => {
      if (isRefused(line)) return t('statuses.refused')
      const { status } = line
      const code = known.find(name => name === status)
      return code ? t(`statuses.${code}`) : t('unknownStatus', { status: status.slice(0, 40) })
    },
    [t],
  )
}

/** What a status means for the money, in a sentence; null if unknown. */
export function useStatusMeaning(): (line: OpenLineFacts) => string | null {
  const t = useTranslations('accounts.statusMeanings')
  return line => {
    if (isRefused(line)) return t('refused')
    const { status } = line
    const code = known.find(name => name === status)
    return code ? t(code) : null
  }
}

export type RowWords = {
  readonly own: readonly CategoryView[]
  /** Of one that is not booked, without any date. */
  readonly noDay: string
  readonly category: (transaction: TransactionView) => string
  /** Its category, or its status while it is not booked. */
  readonly categoryOrStatus: (transaction: TransactionView) => string
  readonly marks: (transaction: TransactionView) => readonly string[]
  /** The transaction's account; null on an account's own page, and where there is only one. */
  readonly account: (transaction: TransactionView) => string | null
}

/** Texts of transactions besides their amounts, prepared once per list so that its rows need no hooks. */
export function useRowWords(own: readonly CategoryView[], accounts: ReadonlyMap<string, AccountName>): RowWords {
  const t = useTranslations('transactions')
  const categoryName = useCategoryNameAmong(own)
  const statusWord = useStatusWord()
  return useMemo(() => {
    const paired = ({ pairedAccountId }: TransactionView) =>
      pairedAccountId && t(accounts.get(pairedAccountId)?.kind === 'card' ? 'pairedCard' : 'paired')
    // Between own accounts there is nothing to file, and no income.
    const categoryOf = (line: TransactionView) =>
      (vague.has(line.category) && paired(line)) || categoryName(line.category)
    const categoryOrStatus = (line: TransactionView) => (line.booked ? categoryOf(line) : statusWord(line))
    return {
      own,
      noDay: t('noDay'),
      category: ({ category }) => categoryName(category),
      categoryOrStatus,
      marks: line =>
        [
          paired(line) ?? '',
          line.imported ? t('imported') : '',
          line.parts ? t('yours.isSplit') : '',
          line.leftOut ? t('yours.isLeftOut') : '',
          ...line.tags.map(tag => `#${tag}`),
        ].filter(mark => mark !== '' && mark !== categoryOrStatus(line)),
      account: ({ accountId }) => (accounts.size > 1 ? (accounts.get(accountId)?.name ?? null) : null),
    }
  }, [t, own, categoryName, statusWord, accounts])
}

/** A transaction's name in lists; `otherwise` is shown if the bank gave no label. */
export function LineName({ name, otherwise }: { name: string; otherwise: string }) {
  return <bdi>{name || otherwise}</bdi>
}

/** Categories whose icon does not tell the purpose. */
const vague: ReadonlySet<string> = new Set(['to_file', 'other', 'other_income'])

type LineMarkProps = {
  line: Pick<TransactionView, 'name' | 'category' | 'amount'>
  /** The person's own categories. */
  own: readonly CategoryView[]
}

/** Decorative mark before a name: the category's icon, or the counterparty's initials. Without hooks, for long lists. */
export function LineMark({ line: { name, category, amount }, own }: LineMarkProps) {
  const moneyIn = !amount.amount.startsWith('-')
  const initials = vague.has(category) ? initialsOf(name) : ''
  if (initials === '') return <CategoryMark category={category} own={own} moneyIn={moneyIn} />
  const look = moneyIn ? 'bg-positive-tint text-positive' : 'bg-sunken text-soft'
  return (
    <span
      aria-hidden="true"
      className={`grid size-10 shrink-0 place-items-center rounded-xl text-sm font-semibold ${look}`}
    >
      {initials}
    </span>
  )
}

type LineAmountProps = { line: Pick<TransactionView, 'amount' | 'status' | 'remittance'>; className?: string }

/** The signed amount of a transaction; struck through if refused, with words for screen readers. */
export function LineAmount({ line, className = '' }: LineAmountProps) {
  return isRefused(line) ? (
    <RefusedAmount line={line} className={className} />
  ) : (
    <Money value={line.amount} signed className={className} />
  )
}

function RefusedAmount({ line, className }: LineAmountProps) {
  const t = useTranslations('accounts.transactions')
  return (
    <span className={className}>
      <span className="sr-only">{t('notCharged')} </span>
      <s className="text-soft">
        <Money value={line.amount} />
      </s>
    </span>
  )
}

type TransactionRowProps = {
  transaction: TransactionView
  words: RowWords
  onOpen: (transaction: TransactionView) => void
}

/** One transaction, of fixed height (`rowRem` in use-day-window.ts); the whole row leads to it, or opens it here. */
export const TransactionRow = memo(function TransactionRow({ transaction, words, onOpen }: TransactionRowProps) {
  const accountName = words.account(transaction)
  const { name, booked } = transaction
  const day = booked ? null : openDay(transaction)
  return (
    <a
      href={addressOf(transaction)}
      onClick={event => {
        // Another tab or window is the browser's.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpen(transaction)
      }}
      className="flex h-17 w-full items-center gap-4 overflow-hidden px-4 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-3 sm:px-6"
    >
      <LineMark line={transaction} own={words.own} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <LineName name={name} otherwise={words.category(transaction)} />
        </span>
        <span className="block truncate text-sm text-soft">
          {words.categoryOrStatus(transaction)}
          {day ? (
            <>
              {' · '}
              <DateText value={day} style="near" />
            </>
          ) : null}
          {booked || day ? null : ` · ${words.noDay}`}
          {words.marks(transaction).map(mark => ` · ${mark}`)}
          {accountName ? (
            <>
              {' · '}
              <bdi>{accountName}</bdi>
            </>
          ) : null}
        </span>
      </span>
      <LineAmount line={transaction} className="shrink-0 font-semibold" />
    </a>
  )
})
