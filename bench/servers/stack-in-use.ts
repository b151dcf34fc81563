import { resolve } from 'node:path'
import { freePort } from '#scripts/postgres.ts'
import { type Stack, startStack } from '#scripts/stack.ts'

/** The production stack on its own ports, on an existing database or a new one. */
export async function openStack(databaseUrl: string | null): Promise<Stack> {
  const settings = {
    dataDir: resolve('.data', 'bench', 'stack'),
    listen: '127.0.0.1' as const,
    appPort: await freePort(),
    bankPort: await freePort(),
    screensPort: await freePort(),
    postgresPort: await freePort(),
    mailPort: await freePort(),
    mailboxPort: await freePort(),
    tourPort: await freePort(),
    databaseUrl,
  }
  const report = (step: string) => console.error(`  ${step}`)
  return startStack(settings, { mode: 'production', report, extraEnv: { LOG_LEVEL: 'fatal' } })
}
