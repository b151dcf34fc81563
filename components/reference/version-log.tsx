import { useLocale, useTranslations } from 'next-intl'
import { setFrenchSpaces } from '#components/i18n/french-spaces.ts'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { type ApiVersion, apiVersions, newestVersion } from '#lib/views/v1/versions.ts'
import { ReferencePage } from './page.tsx'

const rules = ['pinned', 'header', 'unknown', 'without', 'upgrade', 'endpoints'] as const

/** How versions of the API work, and what each of them changed, newest first. */
export function VersionLog({ versions = apiVersions }: { versions?: readonly ApiVersion[] }) {
  const t = useTranslations('keys.reference.versions')
  const isFrench = useLocale() === 'fr'
  return (
    <ReferencePage title={t('title')} lead={t('lead')}>
      <Card aria-labelledby="rules">
        <CardHeader id="rules" title={t('rules')} />
        <ul className="mt-3 grid gap-2">
          {rules.map(rule => (
            <li key={rule}>{t(rule, { newest: newestVersion })}</li>
          ))}
        </ul>
      </Card>
      <Card aria-labelledby="log">
        <CardHeader id="log" title={t('log')} />
        {versions.toReversed().map(({ date, changes }) => (
          <section key={date} aria-labelledby={`v${date}`} className="mt-5">
            <h3 id={`v${date}`} className="font-mono font-semibold">
              {date}
            </h3>
            <ul className="mt-2 grid gap-2">
              {changes.map(({ en, fr, operations, events = [] }) => (
                <li key={en}>
                  {isFrench ? setFrenchSpaces(fr) : en}
                  {operations.length + events.length === 0 ? null : (
                    <code className="wrap-anywhere block font-mono text-sm text-soft">
                      {[...operations, ...events].join(', ')}
                    </code>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </Card>
    </ReferencePage>
  )
}
