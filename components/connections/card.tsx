import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { useList } from '#components/format/use-list.ts'
import { DateText } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { Badge, Card } from '#components/ui/card.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { isAlive } from '#lib/domain/consent/connection.ts'
import type { ConnectionView } from '#lib/views/banking.ts'
import { allowedKinds, stateSentence, stateTones } from './states.ts'

/** One connection in the list: its state, data, dates, and the next step. */
export function ConnectionCard({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections')
  const { bank, state } = connection
  const titleId = `connection-${connection.id}`
  return (
    <Card as="article" aria-labelledby={titleId}>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <BankLogo bank={bank} />
        <div className="min-w-0 flex-1 basis-40">
          <h3 id={titleId} className="text-lg font-semibold">
            <Link href={`/connections/${connection.id}`} className="wrap-anywhere hover:underline">
              {bank.name}
            </Link>
          </h3>
          {connection.psuName ? (
            <p className="line-clamp-1 text-sm text-soft">
              <bdi>{connection.psuName}</bdi>
            </p>
          ) : null}
        </div>
        <Badge tone={stateTones[state]}>{t(`states.${state}.badge`)}</Badge>
      </header>
      {state === 'active' ? null : (
        <p className="mt-4">{t(stateSentence(connection), { days: connection.daysLeft ?? 0 })}</p>
      )}
      {state === 'disconnected' ? null : <Facts connection={connection} />}
      <footer className="mt-5 flex flex-wrap gap-2">
        <NextStep connection={connection} />
        {state === 'active' ? null : (
          <ButtonLink href={`/connections/${connection.id}`} variant="quiet">
            {t('open')}
            <span className="sr-only"> {bank.name}</span>
          </ButtonLink>
        )}
      </footer>
    </Card>
  )
}

function Facts({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections')
  const list = useList()
  const { consent, authorisedAt, expiresAt, daysLeft, lastSyncedAt, state } = connection
  const kinds: string[] = allowedKinds(connection).map(kind => t(`data.${kind}`))
  if (consent?.psuIdentity) kinds.push(t('data.identity'))
  const ended = state === 'expired'
  return (
    <dl className="mt-5 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
      <Fact term={t('purposeLabel')}>{t('purpose')}</Fact>
      <Fact term={t('dataLabel')}>{kinds.length > 0 ? list(kinds) : t('dataNone')}</Fact>
      <Fact term={t('accountsLabel')}>{t('accountCount', { count: consent?.accountCount ?? 0 })}</Fact>
      {authorisedAt ? (
        <Fact term={t('givenOn')}>
          <DateText value={consent?.givenAt ?? authorisedAt} />
        </Fact>
      ) : null}
      {expiresAt && (ended || isAlive(state)) ? (
        <Fact term={t(ended ? 'endedOn' : 'endsOn')}>
          <DateText value={expiresAt} />
          {isAlive(state) && daysLeft !== null ? (
            <span className="block text-sm text-soft">{t('daysLeft', { count: daysLeft })}</span>
          ) : null}
        </Fact>
      ) : null}
      <Fact term={t('lastSynced')}>{lastSyncedAt ? <RelativeTime value={lastSyncedAt} /> : t('never')}</Fact>
    </dl>
  )
}

export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-soft">{term}</dt>
      <dd className="wrap-anywhere font-medium">{children}</dd>
    </div>
  )
}

/** The action that a state requires. Renewing is a form: it redirects to the bank and works without JavaScript. */
export function NextStep({ connection }: { connection: ConnectionView }) {
  const t = useTranslations('connections')
  const { id, state, bank } = connection
  const label = (
    <>
      {t(`states.${state}.action`)}
      <span className="sr-only"> {bank.name}</span>
    </>
  )
  if (state === 'active')
    return (
      <ButtonLink href={`/connections/${id}`} variant="secondary">
        {label}
      </ButtonLink>
    )
  if (state === 'bank_down' || state === 'quota_limited' || state === 'resting')
    return (
      <ButtonLink href={`/connections/${id}#refresh-title`} variant="secondary">
        {label}
      </ButtonLink>
    )
  if (state === 'choosing') return <ButtonLink href={`/connections/${id}/consent`}>{label}</ButtonLink>
  if (state === 'disconnected')
    return (
      <ButtonLink href={`/link/${bank.code}`} variant="secondary">
        {label}
      </ButtonLink>
    )
  return <RenewForm connection={connection}>{label}</RenewForm>
}

type RenewFormProps = { connection: ConnectionView; secondary?: boolean; children: ReactNode }

export function RenewForm({ connection, secondary = false, children }: RenewFormProps) {
  return (
    <PostButton action={`/connections/${connection.id}/renew`} variant={secondary ? 'secondary' : 'primary'}>
      {children}
    </PostButton>
  )
}
