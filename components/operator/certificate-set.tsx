'use client'

import { useTranslations } from 'next-intl'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { Progress } from '#components/ui/progress.tsx'
import type { CertificateFacts, CertificateSetView } from '#lib/views/operator.ts'

const tones: Record<CertificateFacts['alarm'], Tone> = {
  none: 'success',
  notice: 'info',
  warning: 'warning',
  danger: 'danger',
  over: 'danger',
}

/** A QWAC and a QSealC: holder, roles, remaining validity, and for a pending set the button that activates it. */
export function CertificateSet({ set }: { set: CertificateSetView }) {
  const t = useTranslations('operatorForms.certificates')
  const id = `set-${set.id ?? 'files'}`
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title={set.id === null ? t('files') : t('set', { print: set.qsealc.fingerprint.slice(0, 8) })}
        description={t(`statusText.${set.status}`)}
        action={
          <Badge tone={set.status === 'active' ? 'success' : set.status === 'staged' ? 'warning' : 'neutral'}>
            {t(`status.${set.status}`)}
          </Badge>
        }
      />
      <div className="mt-5 grid grid-cols-1 gap-8 lg:grid-cols-2">
        <Certificate facts={set.qwac} name="QWAC" />
        <Certificate facts={set.qsealc} name="QSealC" />
      </div>
      <Times set={set} />
      {set.status === 'staged' && set.id !== null ? (
        <Roll id={set.id} registered={Object.keys(set.registeredAt).length > 0} />
      ) : null}
    </Card>
  )
}

function Certificate({ facts, name }: { facts: CertificateFacts; name: string }) {
  const t = useTranslations('operatorForms.certificates')
  const length = Math.max(1, Math.round((Date.parse(facts.validTo) - Date.parse(facts.validFrom)) / 86_400_000))
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={tones[facts.alarm]}>
          {facts.daysLeft > 0 ? t('daysLeft', { days: facts.daysLeft }) : t('over')}
        </Badge>
      </div>
      <Progress label={t('remaining', { name })} value={Math.max(0, facts.daysLeft)} max={length} />
      <DescriptionList
        className="mt-4 text-[0.9375rem]"
        items={[
          { term: t('organisation'), value: facts.organisationId ?? '–' },
          { term: t('roles'), value: facts.roles.join(', ') || '–' },
          { term: t('subject'), value: facts.subject },
          { term: t('issuer'), value: facts.issuer },
          {
            term: t('validity'),
            value: (
              <>
                <DateText value={facts.validFrom} /> – <DateText value={facts.validTo} />
              </>
            ),
          },
          { term: t('fingerprint'), value: <code className="text-xs wrap-anywhere">{facts.fingerprint}</code> },
        ]}
      />
    </div>
  )
}

function Times({ set }: { set: CertificateSetView }) {
  const t = useTranslations('operatorForms.certificates')
  const moments = [
    [t('added'), set.createdAt],
    ...Object.entries(set.registeredAt).map(([platform, at]) => [t('toldTo', { platform }), at] as const),
    [t('activated'), set.activatedAt],
    [t('retired'), set.retiredAt],
  ] as const
  const known = moments.flatMap(([term, at]) => (at === null ? [] : [[term, at] as const]))
  if (known.length === 0) return null
  return (
    <ol className="mt-6 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4 text-sm text-soft">
      {known.map(([term, at]) => (
        <li key={term}>
          {term} <DateText value={at} style="moment" />
        </li>
      ))}
      {set.status === 'retired' && set.id !== null ? <li>{set.keysKept ? t('keysKept') : t('keysGone')}</li> : null}
    </ol>
  )
}

function Roll({ id, registered }: { id: string; registered: boolean }) {
  const t = useTranslations('operatorForms.certificates')
  const action = useAction()
  const url = `/api/operator/certificates/${id}`
  return (
    <div className="mt-5 grid gap-3 border-t border-line pt-5">
      <p className="text-[0.9375rem] text-soft">{t('rollText')}</p>
      <div className="flex flex-wrap gap-2">
        <Button loading={action.pending} onClick={() => action.run(() => sendOnly('POST', `${url}/roll`))}>
          {registered ? t('rollOn') : t('roll')}
        </Button>
        {registered ? null : (
          <Button variant="danger" disabled={action.pending} onClick={() => action.run(() => sendOnly('DELETE', url))}>
            {t('discard')}
          </Button>
        )}
      </div>
      <ActionNote action={action} />
    </div>
  )
}
