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

// The long forms of tests: `npm run soak`, or `npm run soak -- <name> …` (CONTRIBUTING.md says what each is).
// SOAK_SEED repeats a run; SOAK_RUNS, SOAK_KILLS, SOAK_SCHEDULES, SOAK_DEATHS, SOAK_DAYS and SOAK_SECONDS set its length.
const wanted = process.argv.slice(2)
const { SOAK_RUNS, SOAK_KILLS, SOAK_SCHEDULES, SOAK_DEATHS, SOAK_DAYS, SOAK_SECONDS, SOAK_SEED } = process.env
const seed = Number(SOAK_SEED ?? Date.now() % 2_147_483_647)
const runs = Number(SOAK_RUNS ?? 1_000)
const kills = Number(SOAK_KILLS ?? 200)
const schedules = Number(SOAK_SCHEDULES ?? 10_000)
const deaths = Number(SOAK_DEATHS ?? 200)
const tell = (line: unknown) => console.log(JSON.stringify(line))

const soaks: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  fuzz: async () => {
    const bank = await startTestBank()
    return toldOf('operation', await fuzzAll(bank, { runs, seed }).finally(bank.close)) === operations.length
  },
  // The customers' screens, the fallback site and the desk.
  screens: async () => {
    const bank = await openTestBank()
    const play = async () => {
      for (const fuzz of [fuzzScreens, fuzzDesk]) toldOf('address', await fuzz(bank, { runs, seed }))
    }
    await play().finally(() => bank.close())
    return true
  },
  kills: () => isGood(runKills({ kills, seed }), report => report.kills === kills),
  schedules: () =>
    isGood(runSchedules({ runs: schedules, seed }), ({ broken, played }) => broken === null && played === schedules),
  payments: () => vitest('e2e/faults/payments.test.ts', { PAYMENT_KILLS: '25', PAYMENTS_IN_FLIGHT: '24' }),
  deaths: () => isGood(runDeaths({ runs: deaths, seed }), ({ played }) => played === deaths),
  workers: () => isGood(runWorkers({ days: Number(SOAK_DAYS ?? 10), seed }), ({ most }) => most <= 4 && most > 0),
  database: () => isGood(runDatabase({ seconds: Number(SOAK_SECONDS ?? 120) }), ({ crashes }) => crashes >= 3),
  restore: () => isGood(runRestore()),
  failover: () => isGood(runFailover()),
  // A tenth of the runs for each method of each route, with their own database and bank; then thirty times the runs as bytes, for the
  // built application.
  routes: () => {
    const handlers = vitest('app/fuzz.test.ts', { FUZZ_SEED: String(seed), FUZZ_RUNS: String(Math.ceil(runs / 10)) })
    return ours('e2e/routes/raw-main.ts', '--seed', String(seed), '--requests', String(runs * 30)) && handlers
  },
  hostile: () =>
    isGood(runHostile({ form: 'whole', tell: line => console.log(line) }), ({ failures }) => failures.length === 0),
  // Random presses on the tour's page, against the whole stack.
  tour: () => {
    const walk = ['--conditions=react-server', 'node_modules/.bin/playwright', 'test', 'e2e/journeys/tour-walk.spec.ts']
    return run(process.execPath, walk, { env: { TOUR_WALKS: '100', SOAK_SEED: String(seed) } })
  },
  journeys: () => ours('scripts/checks/test.ts', '--only', 'browser'),
  browsers: () => playwright('browsers'),
  // Every page in each language, width and colour scheme, with contact sheets, in .data/pictures.
  pictures: () => playwright('pictures'),
  packages: () => isGood(runPackages()),
  // Changes pure functions of consent, payments and money one at a time, and prints which change no test sees.
  mutants: () => run(process.execPath, ['node_modules/.bin/stryker', 'run']),
  api: () => vitest('app/api/v1/conformance.test.ts', { FUZZ_RUNS: String(runs), FUZZ_SEED: String(seed) }),
  // Returns from a bank while the database is away, in every window.
  callback: () => vitest('e2e/faults/callback.test.ts', { CALLBACK_WINDOWS: 'all' }),
  samples: () =>
    isInstalled(['bash', 'curl', 'php', 'python3'], 'curl php-cli php-curl python3') &&
    vitest('app/api/v1/samples.test.ts', { SAMPLES: 'all' }),
  // Checks the alert rules, and plays series against them. promtool is part of Prometheus.
  alerts: () =>
    isInstalled(['promtool'], 'prometheus') &&
    [
      ['check', 'rules', 'alerts.yml'],
      ['check', 'config', '--syntax-only', 'prometheus.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ].filter(options => !run('promtool', options, { cwd: 'examples/production/prometheus' })).length === 0,
  postgres: () => isGood(runPostgres(), undefined, 'postgresql-15 pgbouncer'),
  production: () => isGood(runProduction(tell), undefined, 'postgresql-15 pgbouncer caddy'),
  medusa: () => isGood(runMedusa(tell)),
}

let failed = 0
for (const [name, soak] of Object.entries(soaks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const from = performance.now()
  const good = await Promise.resolve()
    .then(soak)
    .catch(error => void console.error(error))
  tell({ soak: name, seed, isGood: good === true, seconds: Math.round((performance.now() - from) / 1_000) })
  if (!good) failed += 1
}
process.exit(failed ? 1 : 0)

/** Prints a report and judges it. Null: it could not be tried without these packages of Debian. */
async function isGood<Report extends object>(
  running: Promise<Report | null>,
  isEnough: (report: Report) => boolean = () => true,
  packages = '',
): Promise<boolean> {
  const report = await running
  if (report === null) {
    console.error(`Not tried. apt-get install ${packages}`)
    return false
  }
  tell(report)
  const isFaulty = 'faults' in report && Array.isArray(report.faults) && report.faults.length > 0
  return !isFaulty && isEnough(report)
}

/** Prints the statuses of each; returns their number. */
function toldOf(what: string, seen: ReadonlyMap<string, ReadonlyMap<unknown, number>>): number {
  for (const [name, statuses] of seen) tell({ [what]: name, statuses: Object.fromEntries([...statuses].sort()) })
  return seen.size
}

function isInstalled(programs: readonly string[], packages: string): boolean {
  const missing = programs.filter(name => spawnSync(name, ['--version']).error)
  if (missing.length > 0) console.error(`Not tried without ${missing.join(', ')}. apt-get install ${packages}`)
  return missing.length === 0
}

type Where = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

function run(program: string, options: readonly string[], { cwd = '.', env = {} }: Where = {}): boolean {
  return spawnSync(program, options, { stdio: 'inherit', cwd, env: { ...process.env, ...env } }).status === 0
}

/** A program of ours, in its long form. */
function ours(...command: readonly string[]): boolean {
  const node = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
  return run(process.execPath, [...node, ...command], { env: { JOURNEYS: 'all' } })
}

/** A file of integration tests in its long form. */
function vitest(file: string, env: Readonly<Record<string, string>>): boolean {
  const options = ['run', '--project', 'integration', '--testTimeout=600000', file]
  return run(process.execPath, ['node_modules/vitest/vitest.mjs', ...options], { env })
}

function playwright(name: string): boolean {
  return run(process.execPath, ['node_modules/.bin/playwright', 'test', '--config', `e2e/${name}/playwright.config.ts`])
}
