'use client'

import { useTranslations } from 'next-intl'
import { ActionButton } from '#components/actions/form.tsx'
import { DateText } from '#components/format/date.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import type { RegistrationView } from '#lib/views/operator.ts'
import { AgentList } from './agent-list.tsx'
import { AtBank } from './at-bank.tsx'
import { DifferenceList } from './difference-list.tsx'
import { RegistrationChangeForm } from './registration-change-form.tsx'
import { TypedDelete } from './typed-delete.tsx'

/** Our application at one platform: what is registered, read at the bank, changed with a diff, deleted; and its agents. */
export function RegistrationCard({ registration }: { registration: RegistrationView }) {
  const t = useTranslations('operatorForms.registrations')
  const { platform, clientId, due } = registration
  const url = `/api/operator/registrations/${encodeURIComponent(platform)}`
  const id = `platform-${platform}`
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title={t('platform', { platform })}
        description={t('banks', { count: registration.banks.length, codes: registration.banks.join(', ') || '–' })}
        action={
          <Badge tone={clientId ? 'success' : 'warning'}>{clientId ? t('registered') : t('notRegistered')}</Badge>
        }
      />
      {clientId === null ? (
        <Register url={url} />
      ) : (
        <div className="mt-5 grid grid-cols-1 gap-8">
          <Facts registration={registration} clientId={clientId} />
          {due.length > 0 ? (
            <section aria-labelledby={`${id}-due`}>
              <h3 id={`${id}-due`} className="mb-2 font-semibold">
                {t('due', { count: due.length })}
              </h3>
              <DifferenceList lines={due} />
            </section>
          ) : null}
          <AtBank url={`${url}/bank`} />
          <RegistrationChangeForm url={url} change={registration.change} platform={platform} />
          <AgentList url={url} platform={platform} agents={registration.agents} />
          <TypedDelete
            url={url}
            expected={clientId}
            title={t('deleteTitle')}
            text={t('deleteText', { count: registration.connections })}
            label={t('deleteTyped')}
            button={t('delete')}
          />
        </div>
      )}
    </Card>
  )
}

function Register({ url }: { url: string }) {
  const t = useTranslations('operatorForms.registrations')
  return (
    <div className="mt-5 grid gap-3">
      <p className="text-soft">{t('registerText')}</p>
      <ActionButton act={() => sendOnly('POST', url)}>{t('register')}</ActionButton>
    </div>
  )
}

function Facts({ registration, clientId }: { registration: RegistrationView; clientId: string }) {
  const t = useTranslations('operatorForms.registrations')
  const { registeredAt, updatedAt, connections, change } = registration
  return (
    <DescriptionList
      items={[
        { term: 'client_id', value: <code className="text-sm">{clientId}</code> },
        { term: 'scope', value: change.scope },
        { term: t('registeredAt'), value: registeredAt ? <DateText value={registeredAt} style="moment" /> : '–' },
        { term: t('updatedAt'), value: updatedAt ? <DateText value={updatedAt} style="moment" /> : '–' },
        { term: t('connections'), value: String(connections) },
      ]}
    />
  )
}
