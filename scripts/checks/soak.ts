import { spawnSync } from 'node:child_process'
import { operations } from '@guichet/sandbox/reference/documents.ts'
import { openTestBank } from '@guichet/sandbox/screens/test-visitor.ts'
import { fuzzAll } from '@guichet/sandbox/test-fuzz.ts'
import { fuzzDesk, fuzzScreens } from '@guichet/sandbox/test-fuzz-screens.ts'
import { runKills } from '@guichet/sandbox/test-kill.ts'
import { startTestBank } from '@guichet/sandbox/wire/test-client.ts'
import { runPostgres } from '#e2e/database/soak.ts'
import { runDatabase, runDeaths, runFailover, runRestore, runWorkers } from '#e2e/faults/soak.ts'
import { runHostile } from '#e2e/hostile/run.ts'
import { runMedusa } from '#e2e/medusa/soak.ts'
import { runPackages } from '#e2e/packages/soak.ts'
import { runProduction } from '#e2e/production/soak.ts'
import { runSchedules } from '#e2e/schedules/soak.ts'

// The long forms of tests: `npm run soak`, or `npm run soak -- fuzz`, `-- screens`, `-- kills` (the sandbox bank), `-- schedules`
// (payments), `-- payments` (processes killed at many points of one), `-- deaths`, `-- workers` and `-- database` (processes and databases that are killed), `-- restore` and `-- failover` (what
// docs/operations describes; the first needs Debian's postgresql), `-- routes` (every route of ours with
// arbitrary requests: its handler, then the built application over raw sockets), `-- hostile` (every answer of the hostile bank, against
// the built application in two processes), `-- journeys` (every page in every language and appearance), `-- browsers`
// (five journeys in Firefox and WebKit), `-- packages` (what one installs, on
// every Node it promises, and a release), `-- api` (arbitrary requests to every operation of the API v1), `-- samples` (the programs of the API's reference in curl, TypeScript, PHP and Python), `-- callback` (returns from a bank while the database is away), `-- alerts`
// (the rules of examples/production, with promtool), `-- postgres`
// (PostgreSQL 15 over TLS, and through PgBouncer), `-- production` (a whole installation: used, killed, upgraded, restored) and `-- medusa` (the
// plug-in in a Medusa from the registry, 670 MB).
// SOAK_SEED repeats a run; SOAK_RUNS, SOAK_KILLS, SOAK_SCHEDULES, SOAK_DEATHS, SOAK_DAYS and SOAK_SECONDS set its length.
const wanted = process.argv.slice(2)
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 2_147_483_647)
const runs = Number(process.env.SOAK_RUNS ?? 1_000)
const kills = Number(process.env.SOAK_KILLS ?? 200)
const schedules = Number(process.env.SOAK_SCHEDULES ?? 10_000)
const deaths = Number(process.env.SOAK_DEATHS ?? 200)
const days = Number(process.env.SOAK_DAYS ?? 10)
const seconds = Number(process.env.SOAK_SECONDS ?? 120)
const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  fuzz,
  screens,
  kills: kill,
  schedules: schedule,
  ...faults(),
  routes,
  hostile,
  journeys,
  browsers,
  pictures,
  packages,
  api,
  callback,
  samples,
  alerts,
  postgres,
  production,
  medusa,
}

let failed = 0
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const from = performance.now()
  const isGood = await run()
  const tookSeconds = Math.round((performance.now() - from) / 1_000)
  console.log(JSON.stringify({ soak: name, seed, isGood, seconds: tookSeconds }))
  if (!isGood) failed += 1
}
process.exit(failed ? 1 : 0)

async function fuzz(): Promise<boolean> {
  const bank = await startTestBank()
  try {
    const seen = await fuzzAll(bank, { runs, seed })
    for (const [operation, statuses] of seen) {
      console.log(JSON.stringify({ operation, statuses: Object.fromEntries([...statuses].sort()) }))
    }
    return seen.size === operations.length
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await bank.close()
  }
}

/** The customers' screens, the fallback site and the desk. */
async function screens(): Promise<boolean> {
  const bank = await openTestBank()
  try {
    for (const fuzz of [fuzzScreens, fuzzDesk]) {
      for (const [address, statuses] of await fuzz(bank, { runs, seed })) {
        console.log(JSON.stringify({ address, statuses: Object.fromEntries([...statuses].sort()) }))
      }
    }
    return true
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await bank.close()
  }
}

async function kill(): Promise<boolean> {
  const report = await runKills({ kills, seed })
  console.log(JSON.stringify(report))
  return report.faults.length === 0 && report.kills === kills
}

async function packages(): Promise<boolean> {
  const report = await runPackages()
  console.log(JSON.stringify(report))
  return report.faults.length === 0
}

/** Checks the alert rules, and plays series against them. promtool is part of Prometheus, which an installation needs only to be watched. */
async function alerts(): Promise<boolean> {
  const run = (...options: string[]) =>
    spawnSync('promtool', options, { stdio: 'inherit', cwd: 'examples/production/prometheus' })
  if (run('--version').error) {
    console.error('The alert rules were not checked: there is no promtool. apt-get install prometheus')
    return false
  }
  const checks = [
    ['check', 'rules', 'alerts.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ]
  return checks.filter(options => run(...options).status !== 0).length === 0
}

/** The oldest PostgreSQL, and PgBouncer, of which an installation may use others. */
async function postgres(): Promise<boolean> {
  const report = await runPostgres()
  if (report === null) {
    console.error('PostgreSQL 15 and PgBouncer were not tried. apt-get install postgresql-15 pgbouncer')
    return false
  }
  console.log(JSON.stringify(report))
  return report.faults.length === 0
}

/** A whole installation, with Debian's servers. */
async function production(): Promise<boolean> {
  const report = await runProduction(line => console.log(JSON.stringify(line)))
  if (report === null) {
    console.error('No installation was tried. apt-get install postgresql-15 pgbouncer caddy')
    return false
  }
  console.log(JSON.stringify(report))
  return report.faults.length === 0
}

/** The Medusa plug-in in a real Medusa, which is installed from the registry for it. */
async function medusa(): Promise<boolean> {
  const report = await runMedusa(line => console.log(JSON.stringify(line)))
  console.log(JSON.stringify(report))
  return report.faults.length === 0
}

async function schedule(): Promise<boolean> {
  const report = await runSchedules({ runs: schedules, seed })
  console.log(JSON.stringify(report))
  return report.broken === null && report.played === schedules
}

/** Kills of our own parts: processes during token refreshes, workers during a day, the database under load. */
function faults(): typeof parts {
  const tell = (report: { readonly faults: readonly string[] }, wanted: boolean): boolean => {
    console.log(JSON.stringify(report))
    return report.faults.length === 0 && wanted
  }
  return {
    payments: async () => runTests('e2e/faults/payments.test.ts', { PAYMENT_KILLS: '25', PAYMENTS_IN_FLIGHT: '24' }),
    deaths: async () => {
      const report = await runDeaths({ runs: deaths, seed })
      return tell(report, report.played === deaths)
    },
    workers: async () => {
      const report = await runWorkers({ days, seed })
      return tell(report, report.most <= 4 && report.most > 0)
    },
    database: async () => {
      const report = await runDatabase({ seconds })
      return tell(report, report.crashes >= 3)
    },
    restore: async () => tell(await runRestore(), true),
    failover: async () => tell(await runFailover(), true),
  }
}

/**
 * A tenth of the runs for each method of each route, with their own database and bank; then thirty times the runs as bytes, for
 * the built application.
 */
async function routes(): Promise<boolean> {
  const areHandlersGood = handlers()
  const script = ['--conditions=react-server', '--disable-warning=ExperimentalWarning', 'e2e/routes/raw-main.ts']
  const options = ['--seed', String(seed), '--requests', String(runs * 30)]
  return spawnSync(process.execPath, [...script, ...options], { stdio: 'inherit' }).status === 0 && areHandlersGood
}

function handlers(): boolean {
  return runTests('app/fuzz.test.ts', { FUZZ_SEED: String(seed), FUZZ_RUNS: String(Math.ceil(runs / 10)) })
}

/** A file of integration tests in its long form. */
function runTests(file: string, form: Readonly<Record<string, string>>): boolean {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', '--testTimeout=600000', file]
  return spawnSync(process.execPath, command, { stdio: 'inherit', env: { ...process.env, ...form } }).status === 0
}

/** Arbitrary requests to every operation of the API v1: no 5xx, and nothing that its OpenAPI document does not say. */
async function api(): Promise<boolean> {
  return runTests('app/api/v1/conformance.test.ts', { FUZZ_RUNS: String(runs), FUZZ_SEED: String(seed) })
}

/** The programs of the API's reference in every language, which have to be installed. */
async function samples(): Promise<boolean> {
  const missing = ['bash', 'curl', 'php', 'python3'].filter(name => spawnSync(name, ['--version']).error)
  if (missing.length === 0) return runTests('app/api/v1/samples.test.ts', { SAMPLES: 'all' })
  console.error(
    `The samples were not run: there is no ${missing.join(', ')}. apt-get install curl php-cli php-curl python3`,
  )
  return false
}

/** Returns from a bank while the database is away, in every window. */
async function callback(): Promise<boolean> {
  return runTests('e2e/faults/callback.test.ts', { CALLBACK_WINDOWS: 'all' })
}

async function hostile(): Promise<boolean> {
  const report = await runHostile({ form: 'whole', tell: line => console.log(line) })
  console.log(JSON.stringify(report))
  return report.failures.length === 0
}

async function journeys(): Promise<boolean> {
  const command = ['--conditions=react-server', 'scripts/checks/test.ts', '--only', 'browser']
  const { status } = spawnSync(process.execPath, command, {
    stdio: 'inherit',
    env: { ...process.env, JOURNEYS: 'all' },
  })
  return status === 0
}

/** The main journeys in other browsers than Chromium. */
async function browsers(): Promise<boolean> {
  return runPlaywright('e2e/browsers/playwright.config.ts')
}

/** Every page in each language, width and colour scheme, with contact sheets, in .data/pictures. */
async function pictures(): Promise<boolean> {
  return runPlaywright('e2e/pictures/playwright.config.ts')
}

function runPlaywright(config: string): boolean {
  const command = ['node_modules/.bin/playwright', 'test', '--config', config]
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status === 0
}
