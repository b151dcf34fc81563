import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { Iban } from '#components/format/iban.tsx'
import { useList } from '#components/format/use-list.ts'
import { DateText } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Badge, Card, DescriptionList, type Tone } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { readLedger } from '#lib/services/consent/ledger.ts'
import type { LedgerEntry } from '#lib/views/consent.ts'

export const generateMetadata = titleOf('leaving.ledger.title')

export default userPage(async ({ session: { userId }, id }) => {
  const ledger = await readLedger({ userId }, id)
  const [t, tConnections] = await Promise.all([getTranslations('leaving.ledger'), getTranslations('connections')])
  const file = `/api/connections/${id}/consent/ledger?format=`
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead', nameBank(ledger.bank.name))}
        picture={<BankLogo bank={ledger.bank} size="large" />}
        steps={[
          { href: '/connections', label: tConnections('title') },
          { href: `/connections/${id}`, label: ledger.bank.name },
        ]}
        actions={
          ledger.entries.length === 0 ? null : (
            <>
              <a href={`${file}csv`} className={buttonClass({ variant: 'secondary' })}>
                {t('csv')}
              </a>
              <a href={`${file}json`} className={buttonClass({ variant: 'secondary' })}>
                {t('json')}
              </a>
            </>
          )
        }
      />
      {ledger.entries.length === 0 ? (
        <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
      ) : (
        <LedgerList entries={ledger.entries} />
      )}
    </>
  )
})

const tones: Record<LedgerEntry['status'], Tone> = {
  pending: 'warning',
  sent: 'warning',
  accepted: 'success',
  refused: 'danger',
  superseded: 'neutral',
}

/** Every consent sent, newest first, with its choice and the bank's answer. */
function LedgerList({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <ol className="grid gap-5">
      {entries.map(entry => (
        <li key={entry.version}>
          <Entry entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('leaving.ledger')
  const id = `consent-${entry.version}`
  const empty = entry.accounts.length === 0 && !entry.psuIdentity
  return (
    <Card aria-labelledby={id}>
      <h2 id={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
        {t('version', { version: entry.version })}
        <Badge tone={tones[entry.status]}>{t(`statuses.${entry.status}`)}</Badge>
        {entry.inForce ? <Badge tone="brand">{t('inForce')}</Badge> : null}
      </h2>
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
        <div>
          <h3 className="text-sm text-soft">{t('accounts')}</h3>
          {empty ? <p className="mt-1">{t('nothing')}</p> : <Accounts entry={entry} />}
        </div>
        <Answer entry={entry} />
      </div>
    </Card>
  )
}

function Accounts({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('leaving.ledger')
  const tKinds = useTranslations('consent.kinds')
  const list = useList()
  return (
    <ul className="mt-1 divide-y divide-line">
      {entry.accounts.map(({ iban, name, kinds }) => (
        <li key={iban} className="py-2">
          <span className="block wrap-anywhere font-medium">
            <bdi>{name ?? t('unnamed')}</bdi>
          </span>
          <span className="block text-sm text-soft">
            <Iban value={iban} />
          </span>
          <span className="block text-[0.9375rem]">
            {list(kinds.map((kind, index) => (index === 0 ? tKinds(kind) : tKinds(kind).toLowerCase())))}
          </span>
        </li>
      ))}
      <li className="py-2 text-[0.9375rem]">
        <span className="block text-sm text-soft">{t('identity')}</span>
        {t(entry.psuIdentity ? 'identityYes' : 'identityNo')}
      </li>
    </ul>
  )
}

function Answer({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations('leaving.ledger')
  const code = [entry.bankStatus, entry.bankCode].filter(part => part !== null).join(' ')
  const when = (at: string | null) => (at === null ? '—' : <DateText value={at} style="moment" />)
  return (
    <DescriptionList
      items={[
        { term: t('decided'), value: when(entry.decidedAt) },
        { term: t('sent'), value: when(entry.sentAt) },
        { term: t('answered'), value: when(entry.answeredAt) },
        { term: t('answer'), value: <span className="tabular">{code === '' ? t('noAnswer') : code}</span> },
        { term: t('requestId'), value: <Code text={entry.requestId} /> },
        { term: t('interface'), value: entry.interfaceVersion ? `v${entry.interfaceVersion}` : '—' },
        { term: t('hash'), value: <Code text={entry.hash} /> },
      ]}
    />
  )
}

function Code({ text }: { text: string | null }) {
  return <span className="wrap-anywhere font-mono text-xs">{text ?? '—'}</span>
}
