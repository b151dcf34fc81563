import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { AccountView } from '#lib/views/banking.ts'

/** Why there are no transactions to show: not allowed, or not read yet. */
export function TransactionsAbsent({ account }: { account: AccountView }) {
  const t = useTranslations('accounts')
  const allowed = account.may.transactions
  return (
    <Card as="div">
      <EmptyState
        title={t(allowed ? 'transactions.notReadTitle' : 'transactions.notAllowedTitle')}
        action={
          allowed ? null : (
            <ButtonLink href={`/connections/${account.connectionId}/consent`} variant="secondary">
              {t('allow')}
            </ButtonLink>
          )
        }
      >
        {t(allowed ? 'transactions.notReadText' : 'transactions.notAllowedText')}
      </EmptyState>
    </Card>
  )
}
