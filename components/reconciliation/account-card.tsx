import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { AddAccount } from '#components/merchant/add-account.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'
import type { ReconciliationAccountView } from '#lib/views/reconciliation.ts'

type AccountCardProps = { account: ReconciliationAccountView; organisation: string; role: MemberRole }
type ActionsProps = Omit<AccountCardProps, 'role'> & { mayWrite: boolean }

/** The beneficiary account: how it is read, since when, and the buttons to share it or stop sharing. */
export function AccountCard({ account, organisation, role }: AccountCardProps) {
  const t = useTranslations('reconciliation.account')
  const { state } = account
  const mayWrite = may(role, 'reconciliation.write')
  const badge = state === 'connected' ? <Badge tone="success">{t('connected')}</Badge> : null
  return (
    <Card className="mb-6">
      <CardHeader title={t('title')} action={badge} />
      <div className="mt-4 grid gap-4">
        {state === 'none' ? <Unlinked account={account} role={role} /> : <AccountFacts account={account} />}
        {state === 'none' || state === 'connected' ? null : <Ended account={account} />}
        {mayWrite && state !== 'connected' ? <Candidates account={account} organisation={organisation} /> : null}
        {state === 'none' ? null : <Actions account={account} organisation={organisation} mayWrite={mayWrite} />}
      </div>
    </Card>
  )
}

function Unlinked({ account: { iban }, role }: Pick<AccountCardProps, 'account' | 'role'>) {
  const t = useTranslations('reconciliation.account')
  return (
    <Alert
      tone="warning"
      title={iban === null ? t('noBeneficiary') : t('none')}
      action={iban === null ? <AddAccount role={role} /> : null}
    >
      {iban === null ? null : t('noneText', { iban })}
    </Alert>
  )
}

function AccountFacts({ account }: Pick<AccountCardProps, 'account'>) {
  const t = useTranslations('reconciliation.account')
  const moment = (value: string | null) => (value === null ? t('never') : <DateText value={value} style="moment" />)
  const items = [
    { term: t('iban'), value: [account.bankName, account.iban].filter(Boolean).join(' · ') },
    { term: t('member'), value: account.memberName },
    { term: t('lastRead'), value: moment(account.lastReadAt) },
    { term: t('reconciled'), value: moment(account.reconciledAt) },
    { term: t('expires'), value: account.expiresAt === null ? null : <DateText value={account.expiresAt} /> },
  ]
  return <DescriptionList items={items.filter(({ value }) => value !== null)} />
}

function Ended({ account: { state, memberName, isYours, connectionId } }: Pick<AccountCardProps, 'account'>) {
  const t = useTranslations('reconciliation.account')
  const member = memberName ?? '—'
  return (
    <Alert
      tone="warning"
      action={
        isYours && connectionId !== null ? (
          <ButtonLink href={`/connections/${connectionId}`} size="small">
            {t('renew')}
          </ButtonLink>
        ) : null
      }
    >
      {state === 'gone' ? t('gone') : t(state === 'expired' ? 'expired' : 'not_consented', { member })}
    </Alert>
  )
}

function Candidates({ account, organisation }: Pick<AccountCardProps, 'account' | 'organisation'>) {
  const t = useTranslations('reconciliation.account')
  if (account.iban === null) return null
  if (account.candidates.length === 0) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-soft">
        {t('noCandidate')}
        <ButtonLink href="/link" variant="secondary" size="small">
          {t('toLink')}
        </ButtonLink>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      {account.candidates.map(({ accountId, bankName }) => (
        <form key={accountId} method="post" action="/reconciliation/account">
          <input type="hidden" name="organisation" value={organisation} />
          <input type="hidden" name="accountId" value={accountId} />
          <Button type="submit">{t('connect', { bank: bankName })}</Button>
        </form>
      ))}
    </div>
  )
}

function Actions({ account, organisation, mayWrite }: ActionsProps) {
  const t = useTranslations('reconciliation.account')
  const hidden = <input type="hidden" name="organisation" value={organisation} />
  return (
    <div className="flex flex-wrap items-center gap-3">
      {mayWrite ? (
        <form method="post" action="/reconciliation/run">
          {hidden}
          <Button type="submit" variant="secondary">
            {account.isYours && account.state === 'connected' ? t('run') : t('match')}
          </Button>
        </form>
      ) : null}
      {mayWrite || account.isYours ? (
        <form method="post" action="/reconciliation/account/unlink" className="flex flex-wrap items-center gap-3">
          {hidden}
          <Button type="submit" variant="quiet" aria-describedby="take-text">
            {t('take')}
          </Button>
          <span id="take-text" className="text-sm text-soft">
            {t('takeText')}
          </span>
        </form>
      ) : null}
    </div>
  )
}
