'use client'

import { useTranslations } from 'next-intl'
import { Dialog } from '#components/ui/dialog.tsx'
import type { TransactionView } from '#lib/views/banking.ts'
import { TransactionDetails } from './details.tsx'

type TransactionDialogProps = { transaction: TransactionView; open: boolean; onClose: () => void }

/** A transaction over its list. */
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
      <TransactionDetails key={transaction.id} transaction={transaction} />
    </Dialog>
  )
}
