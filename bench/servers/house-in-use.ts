import { resolve } from 'node:path'
import { type House, startHouse } from '#scripts/house.ts'
import { freePort } from '#scripts/postgres.ts'

/** The production house on ports of its own, on a database that is there, or on a new one. */
export async function openHouse(databaseUrl: string | null): Promise<House> {
  const settings = {
    dataDir: resolve('.data', 'bench', 'house'),
    listen: '127.0.0.1' as const,
    appPort: await freePort(),
    bankPort: await freePort(),
    screensPort: await freePort(),
    postgresPort: await freePort(),
    mailPort: await freePort(),
    mailboxPort: await freePort(),
    databaseUrl,
  }
  const report = (step: string) => console.error(`  ${step}`)
  return startHouse(settings, { mode: 'production', report, extraEnv: { LOG_LEVEL: 'fatal' } })
}
