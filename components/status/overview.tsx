import { useLocale, useTranslations } from 'next-intl'
import { DateText } from '#components/format/value.tsx'
import { Alert, Badge, Card, type Tone } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { type BankState, type PartState, serviceParts } from '#lib/domain/incidents/public-status.ts'
import type { AnnouncementView, PublicStatus } from '#lib/views/status.ts'

const tones: { readonly [state in PartState | BankState]: Tone } = {
  works: 'success',
  delayed: 'warning',
  unreliable: 'warning',
  down: 'danger',
}

/** What works now: announcements, the parts of the service, the banks. */
export function StatusPage({ status }: { status: PublicStatus }) {
  const t = useTranslations('status')
  const open = status.announcements.filter(({ endedAt }) => endedAt === null)
  const over = status.announcements.filter(({ endedAt }) => endedAt !== null)
  const parts = serviceParts.map(part => ({ name: t(`parts.${part}`), state: status.parts[part] ?? 'works' }))
  const states = parts.map(({ state }) => state)
  const worst = states.includes('down') ? 'down' : states.includes('delayed') ? 'delayed' : 'works'
  const isQuiet = worst === 'works' && open.length === 0
  const disturbed = status.banks.filter(({ state }) => state !== 'works').length
  const quiet = disturbed === 0 ? t('allWorks') : t('someBanks', { count: disturbed })
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader title={t('title')} lead={isQuiet ? quiet : t(`lead.${worst}`)} />
      <div className="grid gap-6">
        {open.map(one => (
          <Announcement key={one.id} announcement={one} />
        ))}
        <StateList id="parts" title={t('service')} entries={parts} />
        {status.banks.length > 0 ? (
          <StateList id="banks" title={t('banks')} description={t('banksText')} entries={byState(status.banks)} />
        ) : null}
        {over.length > 0 ? (
          <Card titleId="over" title={t('over')}>
            <ul className="mt-4 grid gap-4">
              {over.map(one => (
                <li key={one.id}>
                  <AnnouncementText announcement={one} />
                </li>
              ))}
            </ul>
          </Card>
        ) : null}
        <p className="text-sm text-soft">
          {t.rich('at', { time: () => <DateText value={status.at} style="moment" /> })}
        </p>
      </div>
    </div>
  )
}

type Entry = { readonly name: string; readonly state: PartState | BankState }

const order = ['down', 'unreliable', 'delayed', 'works']

/** Those that don't work first. */
function byState(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

type StateListProps = { id: string; title: string; description?: string; entries: readonly Entry[] }

function StateList({ id, title, description, entries }: StateListProps) {
  const t = useTranslations('status.states')
  return (
    <Card titleId={id} title={title} text={description}>
      <ul className="mt-3 divide-y divide-line">
        {entries.map(({ name, state }) => (
          <li key={name} className="flex items-center justify-between gap-4 py-3">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Badge tone={tones[state]}>{t(state)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Announcement({ announcement }: { announcement: AnnouncementView }) {
  return (
    <Alert tone="warning">
      <AnnouncementText announcement={announcement} />
    </Alert>
  )
}

function AnnouncementText({ announcement: { text, startedAt, endedAt } }: { announcement: AnnouncementView }) {
  const t = useTranslations('status')
  const language = useLocale() === 'fr' ? 'fr' : 'en'
  const started = () => <DateText value={startedAt} style="moment" />
  const ended = () => <DateText value={endedAt ?? startedAt} style="moment" />
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">{text[language]}</p>
      <p className="mt-1 text-sm text-soft">
        {endedAt === null ? t.rich('since', { started }) : t.rich('fromTo', { started, ended })}
      </p>
    </>
  )
}
