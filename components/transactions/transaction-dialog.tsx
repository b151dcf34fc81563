'use client'

import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { TransactionView } from '#lib/domain/views.ts'
import { useCodeWords } from './code-words.ts'
import { useStatusMeaning, useStatusWord } from './status-word.ts'

type TransactionDialogProps = { transaction: TransactionView | null; open: boolean; onClose: () => void }

/** Everything the bank said about one line. Its text is only ever text. */
export function TransactionDialog({ transaction, open, onClose }: TransactionDialogProps) {
  const t = useTranslations('accounts')
  return (
    <Dialog
      open={open}
      onOpenChange={next => {
        if (!next) onClose()
      }}
      title={t('transactions.detailsTitle')}
      closeLabel={t('transactions.close')}
    >
      {transaction ? <Details transaction={transaction} /> : null}
    </Dialog>
  )
}

const dates = ['bookingDate', 'expectedBookingDate', 'valueDate', 'transactionDate'] as const

function Details({ transaction }: { transaction: TransactionView }) {
  const t = useTranslations('accounts')
  const statusWord = useStatusWord()
  const statusMeaning = useStatusMeaning()
  const codeWords = useCodeWords()
  const { label, amount, category, status, code, endToEndId, remittance } = transaction
  const meaning = statusMeaning(status)
  const items = [
    {
      key: 'status',
      term: t('fields.status'),
      value: (
        <>
          {statusWord(status)}
          {meaning ? <span className="block text-sm text-soft">{meaning}</span> : null}
        </>
      ),
    },
    ...dates.flatMap(name => {
      const value = transaction[name]
      return value ? [{ key: name, term: t(`fields.${name}`), value: <DateText value={value} style="full" /> }] : []
    }),
    { key: 'category', term: t('fields.category'), value: t(`categories.${category}`) },
    ...(remittance.length > 0
      ? [{ key: 'remittance', term: t('fields.remittance'), value: <Remittance lines={remittance} /> }]
      : []),
    ...(endToEndId
      ? [{ key: 'endToEndId', term: t('fields.endToEndId'), value: <bdi translate="no">{endToEndId}</bdi> }]
      : []),
    ...(code
      ? [
          {
            key: 'code',
            term: t('fields.code'),
            value: (
              <>
                {codeWords(code)}
                <span className="block text-sm text-soft" translate="no">
                  {code}
                </span>
              </>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <p className="line-clamp-4 wrap-anywhere text-lg font-medium">
        <bdi>{label || t(`categories.${category}`)}</bdi>
      </p>
      <p className="mt-1 mb-3 text-3xl font-semibold">
        <Money value={amount} signed />
      </p>
      <DescriptionList items={items} />
    </>
  )
}

function Remittance({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid max-h-64 gap-0.5 overflow-y-auto">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one transaction never change places
        <li key={index}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  )
}
