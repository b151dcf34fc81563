'use client'

import { useLocale, useMessages, useTranslations } from 'next-intl'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatMoney, isKey } from '#components/format/text.ts'
import { DateText, Money } from '#components/format/value.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button, PostForm, Spinner } from '#components/ui/button.tsx'
import { DescriptionList } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { SelectField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import type { OpenLineFacts } from '#lib/domain/accounts/open-line.ts'
import { rhythms } from '#lib/domain/accounts/recurring.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import type { NameResult } from '#lib/views/category.ts'
import type { OwnTransferView } from '#lib/views/own-transfer.ts'
import { useAccountNames } from './account-names.tsx'
import { CategoryChange } from './category-change.tsx'
import { OwnTransfer } from './own-transfer.tsx'
import { addressOf, LineAmount, LineName, useStatusMeaning, useStatusWord } from './row.tsx'
import { useCategoryName } from './use-categories.ts'

const NameForm = lazy(async () => ({ default: (await import('./change-forms.tsx')).NameForm }))

type DetailsProps = {
  transaction: TransactionView
  /** On a page that changes everything else of it. */
  isWhole?: boolean
  ownTransfer: OwnTransferView | null | undefined
  /** The person's own order that it carries out. */
  orderId: string | null | undefined
  /** After a change of its own. */
  onSaved?: () => unknown
}

/** Everything the bank gave for one transaction, and what the person added. The bank's text is never markup. */
export function TransactionDetails({
  transaction: given,
  isWhole = false,
  ownTransfer,
  orderId,
  onSaved,
}: DetailsProps) {
  const t = useTranslations('transactions.yours')
  const [transaction, setTransaction] = useState(given)
  const onChanged = (changed: TransactionView) => {
    setTransaction(changed)
    return onSaved?.()
  }
  const categoryName = useCategoryName()
  const { name, category } = transaction
  const isShared = useAccountNames().get(transaction.accountId)?.sharedBy !== undefined
  const items = useItems(transaction, orderId)
  const yours = useYours(transaction)
  return (
    <>
      <p className="line-clamp-4 wrap-anywhere text-lg font-medium">
        <LineName name={name} otherwise={categoryName(category)} />
      </p>
      <p className="mt-1 mb-3 text-3xl font-semibold">
        <LineAmount line={transaction} />
        {transaction.whole ? (
          <span className="block text-sm font-normal text-soft">
            {t.rich('partOf', { amount: () => <Money value={transaction.whole ?? transaction.amount} signed /> })}
          </span>
        ) : null}
      </p>
      {isShared || !transaction.counterparty ? null : <NameChange transaction={transaction} onChanged={onChanged} />}
      {isShared ? null : <CategoryChange transaction={transaction} onChanged={onChanged} />}
      {isShared || !transaction.booked || !ownTransfer ? null : (
        <div className="mt-4">
          <OwnTransfer
            accountId={transaction.accountId}
            line={transaction.key}
            state={ownTransfer}
            back={addressOf(transaction)}
          />
        </div>
      )}
      {isShared || !transaction.booked || !transaction.counterparty ? null : (
        <Repeats
          counterparty={transaction.counterparty}
          direction={transaction.amount.amount.startsWith('-') ? 'out' : 'in'}
        />
      )}
      <DescriptionList items={isWhole ? items : [...yours, ...items]} className="mt-4" />
      {isWhole || isShared ? null : (
        // The address is this one's already: the browser loads it.
        <a href={addressOf(transaction)} className="link mt-4 inline-flex min-h-11 items-center">
          {t('open')}
        </a>
      )}
    </>
  )
}

const dates = ['bookingDate', 'expectedBookingDate', 'valueDate', 'transactionDate'] as const

/** The fields of the bank's data that are not empty. */
function useItems(transaction: TransactionView, orderId: string | null | undefined) {
  const t = useTranslations('accounts')
  const own = useTranslations('transactions')
  const accounts = useAccountNames()
  const codes = useCodeItem(transaction.code)
  const status = useStatusItem(transaction)
  const { endToEndId, entryReference, remittance, nature, accountId, pairedAccountId, imported } = transaction
  const account = accounts.get(accountId)
  const paired = pairedAccountId ? accounts.get(pairedAccountId) : undefined
  const pairedText = paired ? own(`pairedWith.${paired.kind}`, { name: paired.name }) : own('pairedText')
  return [
    { term: own('fields.account'), value: account ? <bdi>{`${account.name} · ${account.bank}`}</bdi> : null },
    ...status,
    ...dates.map(name => {
      const value = transaction[name]
      return { term: t(`fields.${name}`), value: value ? <DateText value={value} style="full" /> : null }
    }),
    { term: own('fields.nature'), value: t(`categories.${nature}`) },
    { term: own('fields.paired'), value: pairedAccountId ? pairedText : null },
    { term: t('fields.remittance'), value: remittance.length > 0 ? <Remittance lines={remittance} /> : null },
    {
      term: t('fields.endToEndId'),
      value: endToEndId ? (
        <>
          <bdi translate="no">{endToEndId}</bdi>
          {orderId ? (
            <Link href={`/transfers/${orderId}`} className="link block">
              {own('ownTransfer')}
            </Link>
          ) : null}
        </>
      ) : null,
    },
    { term: own('fields.reference'), value: entryReference ? <bdi translate="no">{entryReference}</bdi> : null },
    ...codes,
    { term: own('fields.source'), value: imported ? own('importedText') : null },
  ]
}

/** What the person added, if anything. */
function useYours({ note, tags, parts, leftOut, amount }: TransactionView) {
  const t = useTranslations('transactions.yours')
  const categoryName = useCategoryName()
  const locale = useLocale()
  const partText = (part: { category: string; amount: string }) =>
    `${categoryName(part.category)} ${formatMoney({ ...part, currency: amount.currency }, locale)}`
  return [
    { term: t('note'), value: note ? <bdi>{note}</bdi> : null },
    { term: t('tags'), value: tags.length > 0 ? <bdi>{tags.join(', ')}</bdi> : null },
    { term: t('split'), value: parts ? parts.map(partText).join(' · ') : null },
    { term: t('insights'), value: leftOut ? t('isLeftOut') : null },
  ]
}

function useStatusItem(line: OpenLineFacts) {
  const t = useTranslations('accounts')
  const meaning = useStatusMeaning()(line)
  const word = useStatusWord()(line)
  const value = (
    <>
      {word}
      {meaning ? <span className="block text-sm text-soft">{meaning}</span> : null}
    </>
  )
  return [{ key: 'status', term: t('fields.status'), value }]
}

function useCodeItem(code: string | null) {
  const t = useTranslations('accounts')
  const words = useCodeWords()
  if (code === null) return []
  const value = (
    <>
      {words(code)}
      <span className="block text-sm text-soft" translate="no">
        {code}
      </span>
    </>
  )
  return [{ key: 'code', term: t('fields.code'), value }]
}

function Remittance({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid max-h-64 gap-0.5 overflow-y-auto">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of one transaction's lines never changes
        <li key={index}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** `PMNT / RDDT / ESDD / 537` in words, as far as known: "Payment · direct debit · SEPA core". Null without any. */
function useCodeWords(): (code: string) => string | null {
  const t = useTranslations('accounts.codes')
  const known = useMessages().accounts.codes
  return code => {
    const [domain = '', family = '', subFamily = ''] = code.split(' / ')
    const words = [
      isKey(known.domains, domain) ? t(`domains.${domain}`) : null,
      isKey(known.families, family) ? t(`families.${family}`) : null,
      isKey(known.subFamilies, subFamily) ? t(`subFamilies.${subFamily}`) : null,
    ].filter(word => word !== null)
    return words.length === 0 ? null : words.join(' · ')
  }
}

type NameChangeProps = { transaction: TransactionView; onChanged: (transaction: TransactionView) => unknown }

/** Sets and removes the person's own name for a counterparty. Only for transactions whose label names one. */
function NameChange({ transaction, onChanged }: NameChangeProps) {
  const t = useTranslations('transactions.naming')
  const [changing, setChanging] = useState(false)
  const { accountId, key } = transaction
  const undo = useAction<NameResult>(given => onChanged({ ...transaction, ...given }))
  const change = { accountId, key, name: null }
  if (changing)
    return (
      <Suspense fallback={<Spinner className="m-4 text-soft" />}>
        <NameForm transaction={transaction} onChanged={onChanged} onDone={() => setChanging(false)} />
      </Suspense>
    )
  return (
    <div className="mb-3">
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
        {transaction.named ? t('yours') : null}
        <Button variant="quiet" size="small" className="first:-ml-3" onClick={() => setChanging(true)}>
          {t('start')}
        </Button>
        {transaction.named ? (
          <Button
            variant="quiet"
            size="small"
            loading={undo.pending}
            onClick={() => undo.run(() => sendJson('PUT', '/api/transactions/name', change))}
          >
            {t('undo')}
          </Button>
        ) : null}
      </p>
      <ProblemNote error={undo.problem} title={t('failed')} />
    </div>
  )
}

type RepeatsProps = { counterparty: string; direction: 'in' | 'out' }

/** Says that payments with a counterparty recur, where that can't be seen yet. */
function Repeats({ counterparty, direction }: RepeatsProps) {
  const t = useTranslations('transactions.repeats')
  return (
    <Disclosure small title={t('byHand')} className="mt-2">
      <PostForm
        action="/insights/recurring/choose"
        sends={{ counterparty, direction }}
        className="flex flex-wrap items-end gap-3"
      >
        <SelectField
          id="repeats"
          name="choice"
          label={t('howOften')}
          defaultValue="month"
          className="min-w-0 flex-1"
          choices={rhythms.map(rhythm => [rhythm, t(`rhythms.${rhythm}`)])}
        />
        <Button type="submit" variant="secondary">
          {t('save')}
        </Button>
      </PostForm>
    </Disclosure>
  )
}
