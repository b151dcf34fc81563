import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startHouse } from '#scripts/house.ts'
import { removePostgres } from '#scripts/postgres.ts'
import { settings } from './house-settings.ts'

/** One fresh house for all journeys, in a data folder and on ports of its own. */
export default async function startHouseForJourneys() {
  const report = (step: string) => console.log(`  ${step}`)
  if (!settings.databaseUrl) await removePostgres(settings.dataDir)
  rmSync(resolve(settings.dataDir), { recursive: true, force: true })
  const house = await startHouse(settings, {
    mode: 'production',
    report,
  })
  process.env.E2E_LOGS = join(settings.dataDir, 'logs')
  return () => house.stop()
}
