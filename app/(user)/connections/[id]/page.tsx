import type { ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { RefreshButton } from '#components/accounts/refresh-button.tsx'
import { AccessLog } from '#components/connections/access-log.tsx'
import { Fact, NextStep, RenewForm } from '#components/connections/card.tsx'
import { HolderQuestion } from '#components/connections/holder-question.tsx'
import { QuotaLine } from '#components/connections/quota-line.tsx'
import { allowedAccounts, offeredKinds, stateSentence, stateTones } from '#components/connections/states.ts'
import { UnreadableAccounts } from '#components/connections/unreadable-accounts.tsx'
import { RefusalNote } from '#components/failures/told.tsx'
import { Iban } from '#components/format/iban.tsx'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { useList } from '#components/format/use-list.ts'
import { DateText } from '#components/format/value.tsx'
import { Lookers } from '#components/household/lookers.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Alert, Badge, Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { isAlive } from '#lib/domain/consent/connection.ts'
import { listBankCalls, readConnection } from '#lib/services/connections/read.ts'
import { listLookers } from '#lib/services/household/sharing.ts'
import type { AccountView, ConnectionView } from '#lib/views/banking.ts'

export const generateMetadata = titleOf('connections.detail.factsTitle')

export default userPage(['accounts', 'connections', 'failures'], async ({ session: { userId, name }, id, query }) => {
  const connection = await readConnection({ userId }, id)
  const [calls, lookers, t] = await Promise.all([
    listBankCalls({ userId }, id),
    listLookers({ userId }, id),
    getTranslations('connections'),
  ])
  const { bank, state } = connection
  return (
    <>
      <PageHeader
        title={bank.name}
        lead={<Badge tone={stateTones[state]}>{t(`states.${state}.badge`)}</Badge>}
        picture={<BankLogo bank={bank} size="large" />}
        steps={[{ href: '/connections', label: t('title') }]}
      />
      <RefusalNote code={query.error} className="mb-6" />
      {state === 'active' ? null : (
        <Alert
          tone={state === 'disconnected' || state === 'quota_limited' ? 'info' : 'warning'}
          action={
            state === 'bank_down' || state === 'quota_limited' || state === 'resting' ? null : (
              <NextStep connection={connection} />
            )
          }
          className="mb-6"
        >
          {t(stateSentence(connection), { days: connection.daysLeft ?? 0 })}
        </Alert>
      )}
      <HolderQuestion connection={connection} person={name} className="mb-6" />
      <UnreadableAccounts connection={connection} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_auto_1fr]">
        {state === 'disconnected' ? null : (
          <>
            <ConsentSection connection={connection} />
            <Controls connection={connection} />
            <Lookers lookers={lookers} />
          </>
        )}
        <Card flush id="log" titleId="log-title" title={t('log.title')} text={t('log.lead')} className="scroll-mt-20">
          <AccessLog key={calls.calls[0]?.id} connectionId={id} initial={calls} />
        </Card>
      </div>
    </>
  )
})

async function ConsentSection({ connection }: { connection: ConnectionView }) {
  const t = await getTranslations('connections.detail')
  const tLeaving = await getTranslations('leaving')
  const { consent, id, state } = connection
  return (
    <Card flush aria-labelledby="consent-title">
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-5 sm:px-6">
        <div>
          <h2 id="consent-title" className="text-lg font-semibold">
            {t('consentTitle')}
          </h2>
          {consent ? (
            <p className="mt-0.5 text-sm text-soft">
              {t.rich('consentVersion', {
                version: consent.version,
                date: () => <DateText value={consent.givenAt} />,
              })}
            </p>
          ) : null}
          <Link href={`/connections/${id}/consent/ledger`} className="link mt-1 inline-block text-sm">
            {tLeaving('ledger.open')}
          </Link>
        </div>
        {isAlive(state) ? (
          <ButtonLink href={`/connections/${id}/consent`} variant="secondary" size="small" aria-label={t('changeFor')}>
            {t('change')}
          </ButtonLink>
        ) : null}
      </div>
      <ConsentTable connection={connection} />
    </Card>
  )
}

/** Expiry, and the buttons to refresh, renew and disconnect. */
async function Controls({ connection }: { connection: ConnectionView }) {
  const tRefresh = await getTranslations('accounts.refresh')
  const t = await getTranslations('connections')
  const { bank, state, expiresAt, authorisedAt, daysLeft, lastSyncedAt, psuName } = connection
  const name = nameBank(bank.name)
  return (
    <div className="grid grid-cols-1 gap-6 lg:row-span-3">
      <Panel id="facts" title={t('detail.factsTitle')}>
        <dl className="grid grid-cols-1 gap-4">
          {psuName ? (
            <Fact term={t('psuName')}>
              <bdi>{psuName}</bdi>
            </Fact>
          ) : null}
          {authorisedAt ? (
            <Fact term={t('givenOn')}>
              <DateText value={authorisedAt} />
            </Fact>
          ) : null}
          {expiresAt && (state === 'expired' || isAlive(state)) ? (
            <Fact term={t(state === 'expired' ? 'endedOn' : 'endsOn')}>
              <DateText value={expiresAt} />
              {isAlive(state) && daysLeft !== null ? (
                <span className="block text-sm font-normal text-soft">{t('daysLeft', { count: daysLeft })}</span>
              ) : null}
            </Fact>
          ) : null}
          <Fact term={t('lastSynced')}>{lastSyncedAt ? <RelativeTime value={lastSyncedAt} /> : t('never')}</Fact>
        </dl>
      </Panel>
      {isAlive(state) && state !== 'choosing' ? (
        <Panel id="refresh" title={t('detail.refreshTitle')}>
          <QuotaLine quota={connection.quota} />
          <div className="mt-4">
            <RefreshButton connectionId={connection.id} running={tRefresh('running', nameBank(bank.name))} />
          </div>
        </Panel>
      ) : null}
      <Panel id="renew" title={t('detail.renewTitle')}>
        <p className="text-[0.9375rem] text-soft">{t('detail.renewText')}</p>
        {state === 'active' ? <p className="mt-2 text-[0.9375rem] text-soft">{t('detail.renewEarly')}</p> : null}
        <div className="mt-4">
          <RenewForm connection={connection} secondary>
            {t('detail.renew', name)}
          </RenewForm>
        </div>
      </Panel>
      <Panel id="disconnect" title={t('detail.disconnectTitle')}>
        <p className="text-[0.9375rem] text-soft">{t('detail.disconnectText')}</p>
        <ButtonLink href={`/connections/${connection.id}/disconnect`} variant="danger" className="mt-4">
          {t('detail.disconnect', name)}
        </ButtonLink>
      </Panel>
    </div>
  )
}

function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Card titleId={`${id}-title`} title={title} bodyClass="mt-3">
      {children}
    </Card>
  )
}

/** The consent as given: a row per account that may be read, a column per kind. */
function ConsentTable({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections.detail')
  const tKinds = useTranslations('consent.kinds')
  const allowed = allowedAccounts(connection)
  const kinds = offeredKinds(connection)
  const others = connection.accounts.filter(({ kind }) => kind === 'account').length - allowed.length
  return (
    <>
      {allowed.length === 0 ? (
        <p className="px-5 py-4 text-soft sm:px-6">{t(connection.consent ? 'consentEmpty' : 'consentNone')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
        <section aria-label={t('consentTable')} tabIndex={0} className="relative max-h-[32rem] overflow-auto">
          <table className="w-full border-collapse sm:min-w-[34rem] text-[0.9375rem]">
            <caption className="sr-only">{t('consentTable')}</caption>
            <thead className="sticky top-0 bg-sunken text-sm text-soft">
              <tr>
                <th scope="col" className="px-5 py-2 text-left font-medium sm:px-6">
                  {t('account')}
                </th>
                {kinds.map(kind => (
                  <th key={kind} scope="col" className="px-2 py-2 text-center font-medium last:pr-5 max-sm:hidden">
                    {tKinds(kind)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {allowed.map(account => (
                <ConsentTableRow key={account.id} account={account} offered={kinds} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      <div className="grid grid-cols-1 gap-2 border-t border-line px-5 py-4 text-[0.9375rem] sm:px-6">
        <p>{t(connection.consent?.psuIdentity ? 'identityOn' : 'identityOff')}</p>
        {others > 0 ? <p className="text-soft">{t('listed', { count: others })}</p> : null}
      </div>
    </>
  )
}

function ConsentTableRow({ account, offered }: { account: AccountView; offered: readonly ConsentKind[] }) {
  const t = useTranslations('connections.detail')
  const tData = useTranslations('connections.data')
  const list = useList()
  const kinds = offered.filter(kind => account.may[kind])
  return (
    <tr>
      <th scope="row" className="px-5 py-3 sm:max-w-72 text-left font-normal sm:px-6">
        <Link href={`/accounts/${account.id}`} className="line-clamp-2 wrap-anywhere font-medium hover:underline">
          <bdi>{account.name}</bdi>
        </Link>
        {account.maskedIban ? (
          <span className="text-sm text-soft">
            <Iban value={account.maskedIban} masked />
          </span>
        ) : null}
        {/* On a phone, words replace the columns. */}
        <span className="mt-1 block text-positive sm:hidden">{list(kinds.map(kind => tData(kind)))}</span>
      </th>
      {offered.map(kind => (
        <td key={kind} className="px-2 py-3 text-center last:pr-5 max-sm:hidden">
          {account.may[kind] ? (
            <Icon name="check" className="mx-auto size-5 text-positive" />
          ) : (
            <span aria-hidden="true" className="text-control">
              –
            </span>
          )}
          <span className="sr-only">{t(account.may[kind] ? 'allowed' : 'notAllowed')}</span>
        </td>
      ))}
    </tr>
  )
}
