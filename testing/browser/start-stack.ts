import { globSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LogLine } from '#scripts/docs/logs-page.ts'
import { ensurePostgres, removePostgres } from '#scripts/run/postgres.ts'
import { startStack } from '#scripts/run/stack.ts'
import { forgetDurability } from '#testing/database/forget-durability.ts'
import { settings } from './stack-settings.ts'

/** A new stack for all journeys, with its own data folder and ports. Its logs are checked at the end. */
export default async function startStackForJourneys() {
  const report = (step: string) => console.log(`  ${step}`)
  if (!settings.databaseUrl) await removePostgres(settings.dataDir)
  rmSync(resolve(settings.dataDir), { recursive: true, force: true })
  if (!settings.databaseUrl) await forgetDurability(await ensurePostgres(settings.dataDir, settings.postgresPort))
  const extraEnv = { SANDBOX_SYNC: '0' }
  const stack = await startStack(settings, { mode: 'production', tour: true, extraEnv, report })
  return async () => {
    await stack.stop()
    const leaks = findLeaks()
    if (leaks.length > 0) throw new Error(`Logs hold what no log may hold (C50):\n${leaks.join('\n')}`)
    const strange = findStrangeLines()
    if (strange.length > 0) throw new Error(`Log lines differ from docs/operations/logs.md:\n${strange.join('\n')}`)
    const missing = findInLogs(/MISSING_MESSAGE: .*/)
    if (missing.length > 0) throw new Error(`Pages lack the words of an area (ClientWords):\n${missing.join('\n')}`)
  }
}

const secrets: [string, RegExp][] = [
  ['a full IBAN', /\bFR\d{2}[ ]?(\d{4}[ ]?){4}/],
  ['a bearer token', /Bearer\s+[\w~+/.-]{16}/],
  ['a sealed value', /\beyJ[\w-]{10,}\.[\w-]*\.[\w-]+/],
  ['a signature', /signature="[^"]{20}/],
  [
    'a code or state of OAuth',
    /[?&"'](code|state|refresh_token|access_token|code_verifier)["']?[=:]\s*["']?(?!invalid_|UND_ERR_)[\w-]{12}/,
  ],
  ['a private key', /PRIVATE KEY/],
  ['a name of a person', /(Bernard|BERNARD|Laurent|LAURENT|Girard|GIRARD|Ada Journée)/],
]

/** Searches every log line for secrets; a finding names the kind, never the secret. */
function findLeaks(): string[] {
  return secrets.flatMap(([kind, pattern]) => findInLogs(pattern, kind))
}

/** Where a pattern occurs in the logs, each with `kind`, or with what was found. */
function findInLogs(pattern: RegExp, kind?: string): string[] {
  return globSync(join(settings.dataDir, 'logs', '*.log')).flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const found = pattern.exec(line)
        return found ? [`${file}:${index + 1}: ${kind ?? found[0]}`] : []
      }),
  )
}

/** Lines of JSON in the application's log that are not of the documented form. */
function findStrangeLines(): string[] {
  const file = join(settings.dataDir, 'logs', 'application.log')
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (!line.startsWith('{"')) return []
      const { success, error } = LogLine.safeParse(JSON.parse(line))
      return success ? [] : [`${file}:${index + 1}: ${error.issues.map(({ path }) => path.join('.')).join(', ')}`]
    })
}
