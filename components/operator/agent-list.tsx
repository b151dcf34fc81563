'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { AgentView } from '#lib/views/operator.ts'
import { AtBank } from './at-bank.tsx'
import { TypedDelete } from './typed-delete.tsx'

type AgentListProps = { url: string; platform: string; agents: readonly AgentView[] }
const fields = ['name', 'legalId', 'softwareId'] as const

/** Our agents, each registered by its own request, with its name and number. */
export function AgentList({ url, platform, agents }: AgentListProps) {
  const t = useTranslations('operatorForms.registrations')
  return (
    <section aria-labelledby={`${platform}-agents`}>
      <h3 id={`${platform}-agents`} className="mb-1 font-semibold">
        {t('agents', { count: agents.length })}
      </h3>
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
    </section>
  )
}

function NewAgentForm({ url, platform }: { url: string; platform: string }) {
  const t = useTranslations('operatorForms.registrations')
  const action = useAction()
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const agent = Object.fromEntries(fields.map(name => [name, String(given.get(name) ?? '').trim()]))
    if (await action.run(() => sendOnly('POST', `${url}/agents`, agent))) form.reset()
  }
  const faultOf = (field: string) => {
    const known = fields.find(name => name === field)
    return known ? t(`agentFaults.${known}`) : null
  }
  return (
    <Disclosure title={t('addAgent')} className="mt-2">
      <ScriptedForm onSubmit={add} noValidate className="mt-2 grid grid-cols-1 gap-4 sm:grid-cols-3">
        {fields.map(name => (
          <TextField
            key={name}
            id={`${platform}-agent-${name}`}
            name={name}
            label={t(`agentFields.${name}`)}
            autoComplete="off"
            error={action.field === name ? t(`agentFaults.${name}`) : undefined}
          />
        ))}
        <div>
          <Button type="submit" variant="secondary" loading={action.pending}>
            {t('addAgent')}
          </Button>
        </div>
      </ScriptedForm>
      <ActionNote action={action} done={t('agentAdded')} faultOf={faultOf} className="mt-3" />
    </Disclosure>
  )
}
