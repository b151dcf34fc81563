import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { DisconnectPanel } from '#components/connections/disconnect-panel.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { previewDisconnect } from '#lib/services/connections/disconnect.ts'
import { readConnection } from '#lib/services/connections/read.ts'
import type { DisconnectPreview as Preview } from '#lib/views/consent.ts'

export const generateMetadata = titleOf('connections.detail.disconnectTitle')

export default userPage(['connections', 'failures', 'leaving'], async ({ session: { userId }, id }) => {
  const connection = await readConnection({ userId }, id)
  if (connection.state === 'disconnected') redirect(`/connections/${id}`)
  const [preview, t] = await Promise.all([previewDisconnect({ userId }, id), getTranslations('connections')])
  return (
    <DisconnectPanel connectionId={id} bankName={connection.bank.name}>
      <PageHeader
        title={t('disconnect.title', nameBank(connection.bank.name))}
        lead={t('disconnect.lead')}
        picture={<BankLogo bank={connection.bank} size="large" />}
        steps={[
          { href: '/connections', label: t('title') },
          { href: `/connections/${id}`, label: connection.bank.name },
        ]}
        current={t('detail.disconnectTitle')}
      />
      <DisconnectPreview preview={preview} />
    </DisconnectPanel>
  )
})

/** Preview of disconnecting: what is deleted, what is kept and why. */
function DisconnectPreview({ preview }: { preview: Preview }) {
  const t = useTranslations('connections.disconnect')
  const tLeaving = useTranslations('leaving.disconnect')
  const tErase = useTranslations('leaving.erase')
  const deleted = [
    t('deletedToken', nameBank(preview.bankName)),
    ...(preview.sendsEmptyConsent ? [tLeaving('consent')] : []),
    t('deletedAccounts', { count: preview.accounts }),
    t('deletedTransactions', { count: preview.transactions }),
    t('deletedBalances', { count: preview.balances }),
  ]
  return (
    <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <Card titleId="deleted-title" title={t('deletedTitle')}>
        <ul className="mt-3 grid gap-2.5">
          {deleted.map(line => (
            <li key={line} className="flex gap-3">
              <span aria-hidden="true" className="font-semibold text-danger">
                −
              </span>
              {line}
            </li>
          ))}
        </ul>
        <p className="mt-4 text-[0.9375rem] text-soft">{tErase('exportHint')}</p>
        <a href="/settings/export" className="link mt-1 inline-block text-[0.9375rem]">
          {tErase('exportFirst')}
        </a>
      </Card>
      <Card titleId="kept-title" title={t('keptTitle')}>
        <ul className="mt-3 grid gap-3">
          {preview.keptTransactions > 0 && (
            <Kept line={t('keptTransactions', { count: preview.keptTransactions })} why={t('keptTransactionsWhy')} />
          )}
          <Kept line={t('keptConsents', { count: preview.keptConsents })} why={t('keptConsentsWhy')} />
          <Kept line={t('keptCalls', { count: preview.keptCalls })} why={t('keptCallsWhy')} />
        </ul>
        <p className="mt-4 text-[0.9375rem] text-soft">{t('relinkHint')}</p>
      </Card>
    </div>
  )
}

function Kept({ line, why }: { line: string; why: string }) {
  return (
    <li className="flex gap-3">
      <Icon name="check" className="mt-0.5 size-5 text-soft" />
      <span>
        {line}
        <span className="block text-[0.9375rem] text-soft">{why}</span>
      </span>
    </li>
  )
}
