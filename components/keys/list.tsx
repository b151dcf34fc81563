import { useLocale, useTranslations } from 'next-intl'
import { RelativeTime } from '#components/format/relative-time.tsx'
import { formatDate } from '#components/format/text.ts'
import { useList } from '#components/format/use-list.ts'
import { DateText } from '#components/format/value.tsx'
import { Alert, Badge, type Tone } from '#components/ui/card.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import type { KeyState } from '#lib/domain/merchant/api-key.ts'
import type { ApiKeyView, ExpiringKey } from '#lib/views/api-key.ts'
import { scopeWords } from './scope-words.ts'

const tones: { readonly [state in KeyState]: Tone } = { active: 'success', expired: 'warning', revoked: 'neutral' }

/** Mode and state of a key. */
export function KeyBadges({ view }: { view: ApiKeyView }) {
  const t = useTranslations('keys')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={view.mode === 'live' ? 'warning' : 'neutral'}>{t(view.mode)}</Badge>
      <Badge tone={tones[view.state]}>{t(view.state)}</Badge>
    </div>
  )
}

/** Keys of an organisation; revoked ones stay listed, so that their past requests can be attributed. */
export function KeyList({ keys }: { keys: readonly ApiKeyView[] }) {
  return (
    <ul className="divide-y divide-line">
      {keys.map(one => (
        <KeyRow key={one.id} view={one} />
      ))}
    </ul>
  )
}

function KeyRow({ view }: { view: ApiKeyView }) {
  return (
    <li className="relative grid gap-2 px-5 py-4 hover:bg-sunken sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="wrap-anywhere font-semibold">
            <Link href={`/keys/${view.id}`} className="after:absolute after:inset-0 hover:underline">
              {view.name}
            </Link>
          </h3>
          <code className="font-mono text-sm text-soft">{view.label}</code>
        </div>
        <KeyBadges view={view} />
      </div>
      <KeyFacts view={view} />
    </li>
  )
}

/** What a key may do, who made it, when it was used, and its limits. */
export function KeyFacts({ view }: { view: ApiKeyView }) {
  const t = useTranslations('keys')
  const list = useList()
  const { expiresOn, allowedNetworks: networks } = view
  return (
    <div className="grid gap-1 text-sm text-soft">
      <p>{view.scopes.map(scope => t(`scope.${scopeWords(scope)}`)).join(' · ')}</p>
      <p>
        {t('made')} <DateText value={view.createdAt} /> {t('by', { name: view.createdBy })} ·{' '}
        {view.lastUsedAt === null ? (
          t('never')
        ) : (
          <>
            {t('used')} <RelativeTime value={view.lastUsedAt} />
          </>
        )}
      </p>
      {view.state === 'revoked' || view.holder === view.createdBy ? null : <p>{t('heldBy', { name: view.holder })}</p>}
      {view.state === 'revoked' || view.withheld.length === 0 ? null : (
        <p className="text-ink">
          {t('withheld', {
            name: view.holder,
            scopes: list(view.withheld.map(scope => t(`scope.${scopeWords(scope)}`))),
          })}
        </p>
      )}
      {expiresOn === null && networks.length === 0 ? null : (
        <p className="wrap-anywhere">
          {expiresOn === null ? null : (
            <>
              {t('usableUntil')} <DateText value={expiresOn} style="long" />
            </>
          )}
          {expiresOn !== null && networks.length > 0 ? ' · ' : null}
          {networks.length > 0 ? t('onlyFrom', { networks: networks.join(', ') }) : null}
        </p>
      )}
    </div>
  )
}

/** A note for each key that expires soon, with the page where a later day can be chosen. */
export function ExpiringKeys({ keys }: { keys: readonly ExpiringKey[] }) {
  const t = useTranslations('keys')
  const locale = useLocale()
  return keys.map(({ id, name, expiresOn }) => (
    <Alert
      key={id}
      tone="warning"
      action={
        <ButtonLink href={`/keys/${id}`} size="small" variant="secondary">
          {t('seeKey')}
        </ButtonLink>
      }
    >
      {t('expiring', { name, day: formatDate(expiresOn, locale, 'long') })}
    </Alert>
  ))
}
