'use client'

import { useTranslations } from 'next-intl'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { DateText } from '#components/format/date.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
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
  const form = useForm({
    send: text => sendOnly('POST', `${url}/agents`, Object.fromEntries(fields.map(name => [name, text(name)]))),
    faults: faultsOf(fields, name => t(`agentFaults.${name}`)),
    clears: true,
  })
  return (
    <Disclosure title={t('addAgent')} className="mt-2">
      <Form
        form={form}
        submit={t('addAgent')}
        variant="secondary"
        done={t('agentAdded')}
        className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {fields.map(name => (
            <TextField
              key={name}
              {...form.field(name, `${platform}-agent-${name}`)}
              label={t(`agentFields.${name}`)}
              autoComplete="off"
            />
          ))}
        </div>
      </Form>
    </Disclosure>
  )
}
