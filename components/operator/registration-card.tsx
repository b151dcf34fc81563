'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { ActionButton, Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { readJson, sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge, Card, DescriptionList, Section } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { RegistrationDifference } from '#lib/domain/bank/registration-diff.ts'
import type { AgentView, AtBankView, ChangePlan, RegistrationChange, RegistrationView } from '#lib/views/operator.ts'

/** Our application at one platform: what is registered, read at the bank, changed with a diff, deleted; and its agents. */
export function RegistrationCard({ registration }: { registration: RegistrationView }) {
  const t = useTranslations('operatorForms.registrations')
  const { platform, clientId, due } = registration
  const url = `/api/operator/registrations/${encodeURIComponent(platform)}`
  const id = `platform-${platform}`
  return (
    <Card
      titleId={id}
      title={t('platform', { platform })}
      text={t('banks', { count: registration.banks.length, codes: registration.banks.join(', ') || '–' })}
      action={<Badge tone={clientId ? 'success' : 'warning'}>{clientId ? t('registered') : t('notRegistered')}</Badge>}
    >
      {clientId === null ? (
        <Register url={url} />
      ) : (
        <div className="mt-5 grid grid-cols-1 gap-8">
          <Facts registration={registration} clientId={clientId} />
          {due.length > 0 ? (
            <Section titleId={`${id}-due`} title={t('due', { count: due.length })} look="mb-2 font-semibold">
              <DifferenceList lines={due} />
            </Section>
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

type AgentListProps = { url: string; platform: string; agents: readonly AgentView[] }
const agentFields = ['name', 'legalId', 'softwareId'] as const

/** Our agents, each registered by its own request, with its name and number. */
function AgentList({ url, platform, agents }: AgentListProps) {
  const t = useTranslations('operatorForms.registrations')
  return (
    <Section titleId={`${platform}-agents`} title={t('agents', { count: agents.length })} look="mb-1 font-semibold">
      <p className="mb-3 text-sm text-soft">{t('agentsText')}</p>
      <ul className="divide-y divide-line">
        {agents.map(agent => (
          <li key={agent.id} className="grid gap-2 py-4">
            <p className="font-medium">{agent.name}</p>
            <p className="text-sm text-soft wrap-anywhere">
              <code>{agent.legalId}</code> · <code>{agent.clientId}</code> · <DateText value={agent.registeredAt} />
            </p>
            <AtBank url={`/api/operator/agents/${agent.id}/bank`} />
            <TypedDelete
              url={`/api/operator/agents/${agent.id}`}
              expected={agent.legalId}
              title={t('deleteAgent', { name: agent.name })}
              text={t('deleteAgentText')}
              label={t('deleteAgentTyped')}
              button={t('delete')}
            />
          </li>
        ))}
      </ul>
      <NewAgentForm url={url} platform={platform} />
    </Section>
  )
}

function NewAgentForm({ url, platform }: { url: string; platform: string }) {
  const t = useTranslations('operatorForms.registrations')
  const form = useForm({
    send: text => sendOnly('POST', `${url}/agents`, Object.fromEntries(agentFields.map(name => [name, text(name)]))),
    faults: faultsOf(agentFields, name => t(`agentFaults.${name}`)),
    clears: true,
  })
  return (
    <Disclosure title={t('addAgent')} className="mt-2">
      <Form form={form} submit={t('addAgent')} variant="secondary" done={t('agentAdded')} className="mt-2 stack gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {agentFields.map(name => (
            <TextField key={name} {...form.field(name, `${platform}-agent-${name}`)} label={t(`agentFields.${name}`)} />
          ))}
        </div>
      </Form>
    </Disclosure>
  )
}

/** Reads the registration at the bank now, and compares it with ours. */
function AtBank({ url }: { url: string }) {
  const t = useTranslations('operatorForms.registrations')
  const action = useAction()
  const [found, setFound] = useState<AtBankView | null>(null)
  return (
    <div className="grid gap-3">
      <div>
        <Button
          variant="secondary"
          loading={action.pending}
          onClick={() => action.run(async () => setFound(await readJson<AtBankView>(url)))}
        >
          {t('read')}
        </Button>
      </div>
      <ActionNote action={action} />
      {found ? (
        <div className="grid gap-3" role="status">
          <p className="text-sm text-soft">
            {t('readAt')} <DateText value={found.readAt} style="moment" /> ·{' '}
            {found.lines.length === 0 ? t('asKept') : t('notAsKept')}
          </p>
          {found.lines.length > 0 ? <DifferenceList lines={found.lines} /> : null}
          <Disclosure title={t('members')} small>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
            <pre tabIndex={0} className="max-h-96 overflow-auto rounded-xl bg-sunken p-4 text-xs">
              {found.members}
            </pre>
          </Disclosure>
        </div>
      ) : null}
    </div>
  )
}

type TypedDeleteProps = { url: string; expected: string; title: string; text: string; label: string; button: string }

/** Deletes something permanently, after its name was typed. */
function TypedDelete({ url, expected, title, text, label, button }: TypedDeleteProps) {
  const t = useTranslations('operatorForms.registrations')
  const id = useId()
  const form = useForm({
    send: text => sendOnly('DELETE', url, { typed: text('typed') }),
    faults: field => (field === 'typed' ? t('faults.typed') : null),
  })
  return (
    <Disclosure title={title} danger>
      <Form
        form={form}
        submit={button}
        variant="destroy"
        className="mt-2 grid max-w-xl gap-4 rounded-xl border border-line p-4"
      >
        <p className="text-[0.9375rem]">{text}</p>
        <TextField {...form.field('typed', id)} label={label} hint={<code>{expected}</code>} />
      </Form>
    </Disclosure>
  )
}

const fields = ['scope', 'softwareId', 'contactName', 'email', 'phone'] as const
type Planned = { readonly plan: ChangePlan; readonly change: RegistrationChange }

/** Shows the changes first and sends them after confirmation, so that nothing is sent unseen. */
function RegistrationChangeForm({
  url,
  change,
  platform,
}: {
  url: string
  change: RegistrationChange
  platform: string
}) {
  const t = useTranslations('operatorForms.registrations')
  const sending = useAction()
  const [planned, setPlanned] = useState<Planned | null>(null)
  const form = useForm({
    send: async text => {
      const wished = Object.fromEntries(fields.map(name => [name, text(name)])) as RegistrationChange
      setPlanned({ plan: await sendJson<ChangePlan>('POST', `${url}/plan`, wished), change: wished })
    },
    faults: faultsOf(fields, name => t(`faults.${name}`)),
  })
  const send = async ({ plan: { hash }, change: agreed }: Planned) => {
    if (await sending.run(() => sendOnly('PUT', url, { change: agreed, hash }))) setPlanned(null)
  }
  return (
    <Section titleId={`${platform}-change`} title={t('changeTitle')} look="mb-3 font-semibold">
      <ScriptedForm onSubmit={form.submit} noValidate className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {fields.map(name => (
          <TextField
            key={name}
            {...form.field(name, `${platform}-${name}`)}
            label={t(`fields.${name}`)}
            defaultValue={change[name]}
          />
        ))}
        <div className="flex items-end">
          <Button type="submit" variant="secondary" loading={form.pending}>
            {t('plan')}
          </Button>
        </div>
      </ScriptedForm>
      <ActionNote action={form} faultOf={form.faultOf} className="mt-3" />
      {planned ? (
        <div className="mt-4 grid gap-3" role="status">
          {planned.plan.lines.length === 0 ? (
            <Alert tone="info">{t('nothingChanges')}</Alert>
          ) : (
            <>
              <p className="font-medium">{t('willChange', { count: planned.plan.lines.length })}</p>
              <DifferenceList lines={planned.plan.lines} />
              <div>
                <Button loading={sending.pending} onClick={() => send(planned)}>
                  {t('send')}
                </Button>
              </div>
            </>
          )}
        </div>
      ) : null}
      <ActionNote action={sending} done={t('sent')} className="mt-3" />
    </Section>
  )
}

const tones = { added: 'success', removed: 'danger', changed: 'warning' } as const

/** What changes, member by member: before and after. */
function DifferenceList({ lines }: { lines: readonly RegistrationDifference[] }) {
  const t = useTranslations('operatorForms.registrations')
  return (
    <ul className="divide-y divide-line rounded-xl border border-line">
      {lines.map(({ path, change, before, after }) => (
        <li key={path} className="grid gap-1 px-4 py-3 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[change]}>{t(`change.${change}`)}</Badge>
            <code className="font-semibold">{path}</code>
          </p>
          {before === null ? null : (
            <p className="text-danger wrap-anywhere">
              <span className="sr-only">{t('before')}</span>
              <del>{before}</del>
            </p>
          )}
          {after === null ? null : (
            <p className="text-positive wrap-anywhere">
              <span className="sr-only">{t('after')}</span>
              <ins className="no-underline">{after}</ins>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
