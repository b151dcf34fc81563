import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/text.ts'
import { useList } from '#components/format/use-list.ts'
import { ButtonAnchor, PostButton } from '#components/ui/button.tsx'
import { Alert, Badge, Card, NumberedSteps, type Tone } from '#components/ui/card.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import { type AppGrant, type AppState, appGrants } from '#lib/domain/apps/allowance.ts'
import type { AppPageView, AppReadingView, AppView } from '#lib/views/app.ts'

const tones: Record<AppState, Tone> = {
  proposed: 'neutral',
  waiting: 'warning',
  active: 'success',
  suspended: 'danger',
  expired: 'neutral',
  ended: 'neutral',
}

export function AppBadge({ state }: { state: AppState }) {
  const t = useTranslations('apps.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

export function AppList({ apps }: { apps: readonly AppView[] }) {
  const t = useTranslations('apps')
  const locale = useLocale()
  return (
    <ul className="grid gap-3">
      {apps.map(({ id, name, state, accounts, until, lastReadAt }) => (
        <li key={id}>
          <Card as="div" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <Link href={`/settings/apps/${id}`} className="link wrap-anywhere font-semibold">
                <bdi>{name}</bdi>
              </Link>
              <p className="mt-0.5 text-sm text-soft">
                {t('accounts', { count: accounts })}
                {until ? ` · ${t('until', { date: formatDate(until, locale, 'long') })}` : ''} ·{' '}
                {lastReadAt ? t('lastRead', { when: formatDate(lastReadAt, locale, 'moment') }) : t('neverRead')}
              </p>
            </div>
            <AppBadge state={state} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

/** Kinds of data in a sentence: the first begins it. */
export function useGrants(): (grants: readonly AppGrant[]) => string {
  const t = useTranslations('apps.grants')
  const list = useList()
  return grants => list(grants.map((grant, index) => (index === 0 ? t(grant) : t(grant).toLowerCase())))
}

/** What the app may read now, account by account; what the bank’s consent no longer covers is said. */
export function AllowedAccounts({ rows }: Pick<AppPageView, 'rows'>) {
  const t = useTranslations('apps')
  const say = useGrants()
  const allowed = rows.filter(row => appGrants.some(grant => row.allowed[grant]))
  return (
    <ul className="grid gap-3">
      {allowed.map(row => {
        const lost = appGrants.filter(grant => row.allowed[grant] && !row.offered[grant])
        const left = appGrants.filter(grant => row.allowed[grant] && row.offered[grant])
        return (
          <li key={row.id} className="min-w-0 wrap-anywhere">
            <bdi className="font-medium">{row.name}</bdi> <span className="text-soft">{row.bank.name}</span>
            <span className="block text-sm text-soft">
              {left.length > 0 ? say(left) : t('nothing')}
              {lost.length > 0 ? ` · ${t('lost', { list: say(lost) })}` : ''}
              {row.isStale ? ` · ${t('stale')}` : ''}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Its secret, or the way to a new one. */
export function SetupCard({ id, name, kind, setup }: Pick<AppPageView, 'id' | 'name' | 'kind' | 'setup'>) {
  return kind === 'oauth' ? <ReturnCard name={name} setup={setup} /> : <TokenCard id={id} kind={kind} setup={setup} />
}

/** The way back to the app that asked, which a browser takes by itself. */
function ReturnCard({ name, setup }: Pick<AppPageView, 'name' | 'setup'>) {
  const t = useTranslations('apps.setup.oauth')
  if (setup === null) {
    return (
      <Alert tone="warning" title={t('overTitle')}>
        {t('over', { name })}
      </Alert>
    )
  }
  return (
    <Alert
      title={t('title', { name })}
      action={<ButtonAnchor href={setup.token}>{t('go', { name })}</ButtonAnchor>}
      announce="polite"
    >
      <meta httpEquiv="refresh" content={`0; url=${setup.token}`} />
    </Alert>
  )
}

type TokenCardProps = Pick<AppPageView, 'id' | 'setup'> & { kind: 'simplefin' | 'token' }

function TokenCard({ id, kind, setup }: TokenCardProps) {
  const t = useTranslations(`apps.setup.${kind}`)
  const locale = useLocale()
  const renew = (
    <PostButton action={`/settings/apps/${id}/token`} variant="secondary">
      {t('renew')}
    </PostButton>
  )
  if (setup === null) {
    return (
      <Alert tone={kind === 'token' ? 'info' : 'warning'} title={t('overTitle')} action={renew}>
        {t('over')}
      </Alert>
    )
  }
  const steps = (['one', 'two', 'three'] as const).map(key => ({ key, text: t(`steps.${key}`) }))
  return (
    <Card
      titleId="setup-title"
      title={t('title')}
      text={t('text', { when: formatDate(setup.until, locale, 'moment') })}
    >
      <div className="mt-4 flex items-start gap-2 rounded-xl bg-sunken p-3">
        <code className="min-w-0 flex-1 text-sm break-all" translate="no">
          {setup.token}
        </code>
        <CopyButton value={setup.token} words={{ copy: t('copy'), copied: t('copied'), failed: t('copyFailed') }} />
      </div>
      <div className="mt-4">
        <NumberedSteps steps={steps} />
      </div>
      <p className="mt-4">
        <Link href={kind === 'token' ? '/docs/data' : '/docs/apps'} className="link">
          {t('reference')}
        </Link>
      </p>
    </Card>
  )
}

/** The address that hears of accounts. */
export function WebhookCard({ host, isOn, lastAt }: NonNullable<AppPageView['webhook']>) {
  const t = useTranslations('apps.webhook')
  const locale = useLocale()
  return (
    <Card titleId="webhook-title" title={t('title')}>
      <p className="mt-1 wrap-anywhere text-soft">
        {t(isOn ? 'text' : 'off', { host })} {lastAt && t('last', { when: formatDate(lastAt, locale, 'moment') })}
      </p>
    </Card>
  )
}

/** What was agreed to each time, newest first. */
export function Agreements({ agreements }: Pick<AppPageView, 'agreements'>) {
  const t = useTranslations('apps')
  const say = useGrants()
  const locale = useLocale()
  const day = (value: string) => formatDate(value, locale, 'long')
  return (
    <ul className="mt-3 divide-y divide-line">
      {agreements.map(({ at, until, historyFrom, accounts }) => (
        <li key={at} className="py-2 first:pt-0 last:pb-0">
          <Disclosure title={`${formatDate(at, locale, 'moment')} · ${t('accounts', { count: accounts.length })}`}>
            <p className="text-sm text-soft">
              {historyFrom === null
                ? t('untilAll', { date: day(until) })
                : t('untilFrom', { date: day(until), from: day(historyFrom) })}
            </p>
            <ul className="mt-2 grid gap-1 text-sm">
              {accounts.map(({ id, name, grants }) => (
                <li key={id} className="wrap-anywhere">
                  <bdi>{name ?? t('agreements.gone')}</bdi> · {say(grants)}
                </li>
              ))}
            </ul>
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}

/** Every answer that the app got. */
export function Readings({ readings }: { readings: readonly AppReadingView[] }) {
  const t = useTranslations('apps.readings')
  const locale = useLocale()
  if (readings.length === 0) return <p className="mt-1 text-soft">{t('none')}</p>
  return (
    <ul className="mt-3 divide-y divide-line">
      {readings.map(({ id, at, address, program, accounts, transactions, from }) => (
        <li key={id} className="py-3 first:pt-0 last:pb-0">
          <p>
            <time dateTime={at}>{formatDate(at, locale, 'moment')}</time> ·{' '}
            {from === null
              ? t('balances', { count: accounts })
              : t('transactions', { accounts, count: transactions, date: formatDate(from, locale, 'long') })}
          </p>
          <p className="wrap-anywhere text-sm text-soft">
            <bdi>{program ?? t('unnamed')}</bdi> · <span className="tabular">{address}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}
