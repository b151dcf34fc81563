import { useTranslations } from 'next-intl'
import { useStoredReason } from '#components/failures/problem-note.tsx'
import { DateText } from '#components/format/date.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { AccountView, ConnectionView } from '#lib/views/banking.ts'

const ended = ['expired', 'revoked', 'replaced', 'disconnected'] as const

/** Why the data may be outdated, if so. */
export function AccountNotices({ account, connection }: { account: AccountView; connection: ConnectionView }) {
  const t = useTranslations('accounts')
  const explain = useStoredReason()
  const end = ended.find(state => state === connection.state)
  const reason = account.sync.state === 'failed' ? explain(account.sync.error ?? 'our_fault') : null
  const tFacts = useTranslations('leaving.facts')
  const { goneSince } = account
  const { unreadableRows, unreadableBalances } = account.sync
  if (!end && !reason && goneSince === null && unreadableRows + unreadableBalances === 0) return null
  return (
    <div className="mb-6 grid gap-3">
      {goneSince ? (
        <Alert tone="warning" title={tFacts('goneTitle')}>
          {tFacts.rich('goneText', { date: () => <DateText value={goneSince} /> })}
        </Alert>
      ) : null}
      {end ? (
        <Alert
          tone="warning"
          action={
            <ButtonLink href={`/connections/${connection.id}`} variant="secondary" size="small">
              {t('ended.action')}
            </ButtonLink>
          }
        >
          {t(`ended.${end}`, { bank: account.bank.name })}
        </Alert>
      ) : null}
      {reason ? (
        <Alert tone="warning" title={t('syncFailed')}>
          <p>
            <strong className="font-semibold">{reason.title}.</strong> {reason.sentence}
          </p>
          <p className="mt-1">{reason.next}</p>
        </Alert>
      ) : null}
      {unreadableRows > 0 ? <Alert>{t('unreadable', { count: unreadableRows })}</Alert> : null}
      {unreadableBalances > 0 ? <Alert>{t('unreadableBalances', { count: unreadableBalances })}</Alert> : null}
    </div>
  )
}
