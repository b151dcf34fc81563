'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { readJson } from '#components/query/fetch-json.ts'
import { QueryProvider } from '#components/query/provider.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { TransactionView } from '#lib/views/banking.ts'
import type { OwnTransferView } from '#lib/views/own-transfer.ts'
import type { RecognisedView } from '#lib/views/transfer.ts'
import { TransactionDetails } from './details.tsx'

type TransactionDialogProps = {
  transaction: TransactionView
  open: boolean
  onClose: () => void
  onSaved: () => unknown
}

/** A transaction over its list. */
export function TransactionDialog({ transaction, open, onClose, onSaved }: TransactionDialogProps) {
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
      <QueryProvider>
        <Details key={transaction.id} transaction={transaction} onSaved={onSaved} />
      </QueryProvider>
    </Dialog>
  )
}

/** The form of our end-to-end ids; others are not looked up. */
const ourForm = /^[0-9A-F]{32}$/

/** With what is read of it once it is opened. */
function Details({ transaction, onSaved }: Pick<TransactionDialogProps, 'transaction' | 'onSaved'>) {
  const { accountId, key, booked, endToEndId } = transaction
  const asked = new URLSearchParams({ account: accountId, key })
  const { data: ownTransfer } = useQuery({
    queryKey: ['own-transfer', accountId, key],
    queryFn: ({ signal }) => readJson<OwnTransferView | null>(`/api/transactions/own-transfer?${asked}`, signal),
    enabled: booked,
    retry: false,
  })
  const { data: recognised } = useQuery({
    queryKey: ['recognised', endToEndId],
    queryFn: ({ signal }) => readJson<RecognisedView>(`/api/transfers/recognised?endToEndId=${endToEndId}`, signal),
    enabled: ourForm.test(endToEndId ?? ''),
    retry: false,
  })
  return (
    <TransactionDetails
      transaction={transaction}
      ownTransfer={ownTransfer}
      orderId={recognised?.orderId}
      onSaved={onSaved}
    />
  )
}
