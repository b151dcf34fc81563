import { parseArgs } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { closeDb } from '#lib/db.ts'
import { listPushHosts } from '#lib/services/alerts/push.ts'
import { listThirdParties } from '#lib/services/operator/third-parties.ts'
import { operatorFields } from '#lib/views/third-parties.ts'
import { describeError, loadEnvFile } from '#scripts/command.ts'

const usage = `npm run third-parties > third-parties.csv

  Writes the third parties that this installation uses (DORA, art. 28): banks, database, mail server, push services, issuers of the certificates,
  signer, collector. Columns without values are for you to fill in. --json writes them as JSON.
  Variables: .env.example. They are read from the environment and from .env.`

try {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) console.log(usage)
  else process.stdout.write(await writeRegister(values.json === true))
} catch (error) {
  console.error(`${describeError(error)}\n\n${usage}`)
  process.exitCode = 2
} finally {
  await closeDb()
}

async function writeRegister(asJson: boolean): Promise<string> {
  loadEnvFile()
  const parties = await listThirdParties(await listPushHosts())
  if (asJson) return `${JSON.stringify({ parties, toAdd: operatorFields }, null, 2)}\n`
  const header = ['kind', 'name', 'service', 'host', 'critical', 'data', 'without it', ...operatorFields]
  const rows = parties.map(({ kind, name, service, host, isCritical, data, without }) => [
    ...[kind, name, service, host ?? '', isCritical ? 'yes' : 'no', data, without],
    ...operatorFields.map(() => ''),
  ])
  return stringify([header, ...rows], { escape_formulas: true })
}
