import { resolve } from 'node:path'
import { type Stack, settingsOnFreePorts, startStack } from '#scripts/run/stack.ts'

/** The production stack on its own ports, on an existing database or a new one. */
export async function openStack(databaseUrl: string | null): Promise<Stack> {
  const settings = await settingsOnFreePorts(resolve('.data', 'bench', 'stack'), databaseUrl)
  const report = (step: string) => console.error(`  ${step}`)
  return startStack(settings, { mode: 'production', report, extraEnv: { LOG_LEVEL: 'fatal' } })
}
