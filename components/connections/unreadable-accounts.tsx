import { useTranslations } from 'next-intl'
import { Alert } from '#components/ui/card.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { ConnectionView } from '#lib/views/banking.ts'

/** The number of unreadable accounts in the bank's list; empty if there are none. */
export function UnreadableAccounts({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections')
  const { unreadableAccounts: count, bank, state } = connection
  if (count === 0 || state === 'disconnected') return null
  return (
    <Alert tone="warning" className="mb-6">
      {t('unreadableAccounts', { count, ...nameBank(bank.name) })}
    </Alert>
  )
}
