import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { operations } from '@guichet/sandbox/reference/documents.ts'
import { openTestBank } from '@guichet/sandbox/screens/test-visitor.ts'
import { fuzzAll } from '@guichet/sandbox/test-fuzz.ts'
import { fuzzDesk, fuzzScreens } from '@guichet/sandbox/test-fuzz-screens.ts'
import { runKills } from '@guichet/sandbox/test-kill.ts'
import { startTestBank } from '@guichet/sandbox/wire/test-client.ts'
import { runPostgres } from '#e2e/database/soak.ts'
import { runDoor } from '#e2e/door/soak.ts'
import { runCluster, runFailover } from '#e2e/faults/failover.ts'
import { runMedusa } from '#e2e/medusa/soak.ts'
import { runPackages } from '#e2e/packages/soak.ts'
import { canMakeMachine, playOnMachine } from '#e2e/production/machine.ts'
import { buildApplication } from '#scripts/build/build.ts'

// The long forms of tests: `npm run soak`, or `npm run soak -- <name> …` (CONTRIBUTING.md says what each is).
// SOAK_SEED repeats a run; SOAK_RUNS, SOAK_KILLS, SOAK_SCHEDULES, SOAK_DEATHS and SOAK_SECONDS set its length.
const wanted = process.argv.slice(2)
const {
  SOAK_RUNS,
  SOAK_KILLS,
  SOAK_SCHEDULES = '10000',
  SOAK_DEATHS = '200',
  SOAK_SECONDS = '120',
  SOAK_SEED,
} = process.env
const seed = Number(SOAK_SEED ?? Date.now() % 2_147_483_647)
const runs = Number(SOAK_RUNS ?? 1_000)
const kills = Number(SOAK_KILLS ?? 200)
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
  kills: () => isGood(runKills({ kills, seed }), report => report.kills >= kills),
  schedules: () => vitest(['e2e/schedules/payments.test.ts'], { SOAK_SCHEDULES }),
  payments: () => vitest(['e2e/faults/payments.test.ts'], { PAYMENT_KILLS: '25', PAYMENTS_IN_FLIGHT: '24' }),
  deaths: () => vitest(['e2e/faults/accounts.test.ts', '-t', 'random deaths'], { SOAK_DEATHS }),
  database: () => vitest(['e2e/faults/database.test.ts'], { SOAK_SECONDS }),
  restore: () =>
    globSync('/usr/lib/postgresql/*/bin/pg_basebackup').length > 0
      ? vitest(['e2e/faults/restore.test.ts'], { RESTORE: 'all' })
      : notTried('PostgreSQL', 'postgresql'),
  failover: () => isGood(runFailover()),
  cluster: () => isGood(runCluster(), undefined, 'patroni etcd-server haproxy iproute2 postgresql'),
  // Arbitrary requests to every route and operation, and arbitrary transactions, files and undos of a person.
  random: () => {
    const requests = vitest(['app/fuzz.test.ts', 'app/api/v1/conformance.test.ts', 'app/api/data/v1/matrix.test.ts'], {
      FUZZ_RUNS: String(Math.ceil(runs / 10)),
    })
    const files = ['lib/services/accounts/imports.test.ts', 'lib/services/accounts/counted.test.ts']
    return vitest(files, { FUZZ_RUNS: '60' }) && requests
  },
  hostile: () => ours('e2e/hostile/main.ts', '--form', 'whole', '--all'),
  // Random presses on the tour's page, every fault at every step, and two pages with faults and the clock, against the whole stack.
  tour: () => {
    const play = (...named: string[]) => {
      const env = { TOUR_WALKS: '100', TOUR_FAULTS: '.', TOUR_MINUTES: '10', SOAK_SEED: String(seed) }
      const program = ['--conditions=react-server', 'node_modules/.bin/playwright', 'test', '--no-deps', ...named]
      return run(process.execPath, program, { env })
    }
    const isKept = play('tour-walk.spec.ts') && play('tour-faults.spec.ts', '--workers=1')
    return isKept && play('tour-clock.spec.ts', '--grep', 'two pages')
  },
  journeys: () => ours('scripts/checks/test.ts', '--only', 'browser'),
  browsers: () => playwright('browsers'),
  // Every page in each language, width and colour scheme, with contact sheets, in .data/pictures.
  pictures: () => playwright('pictures'),
  packages: () => isGood(runPackages()),
  // Changes pure functions of consent, payments and money one at a time, and prints which change no test sees.
  mutants: () => run(process.execPath, ['node_modules/.bin/stryker', 'run']),
  // Deaths, clocks, outages, and returns from a bank while the database is away: every round and window.
  faults: () =>
    vitest(
      ['callback', 'payments', 'schedule'].map(name => `e2e/faults/${name}.test.ts`),
      { FAULTS: 'all' },
    ),
  samples: () =>
    isInstalled(['bash', 'curl', 'php', 'python3'], 'curl php-cli php-curl python3') &&
    vitest(['app/api/v1/samples.test.ts'], { SAMPLES: 'all' }),
  postgres: () => isGood(runPostgres(), undefined, 'postgresql-15 pgbouncer'),
  // SOAK_PARTS: some of kills, growth, upgrade, rotation, restore.
  production: () => onMachine('packages', 'versions', 'production'),
  alerts: async () => {
    await buildApplication(tell)
    return onMachine('packages', 'alerts')
  },
  // A vault key replaced, a database restored, a primary lost, each with its time.
  drills: async () => {
    await buildApplication(tell)
    return (await onMachine('packages', 'drills')) && isGood(runFailover())
  },
  medusa: () => isGood(runMedusa(tell)),
  // Actual Budget, as npm has it, reads an account over SimpleFIN: first as a newcomer does it, with the pictures of /docs/apps.
  // Then what others wrote for OAuth and MCP, from npm too.
  door: async () =>
    playwright('door') &&
    vitest(['app/oauth/oauth.test.ts', 'app/mcp/mcp.test.ts'], {}) &&
    isGood(runDoor(tell), report => report.steps >= 8),
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
  if (report === null) return notTried('these programs', packages)
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
  return missing.length === 0 || notTried(missing.join(', '), packages)
}

function notTried(without: string, packages: string): false {
  console.error(`Not tried without ${without}. apt-get install ${packages}`)
  return false
}

/** Only the last stage needs no network. */
function onMachine(...names: readonly string[]): boolean | Promise<boolean> {
  if (!canMakeMachine()) return notTried('root on Debian, and a supervisor', 'systemd util-linux')
  return playOnMachine(names.map((name, at) => ({ name, isOnline: at < names.length - 1 })))
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

/** Files of integration tests in their long form. */
function vitest(which: readonly string[], env: Readonly<Record<string, string>>): boolean {
  const options = ['run', '--project', 'integration', '--testTimeout=600000', ...which]
  const seeds = { SOAK_SEED: String(seed), FUZZ_SEED: String(seed) }
  return run(process.execPath, ['node_modules/vitest/vitest.mjs', ...options], { env: { ...seeds, ...env } })
}

function playwright(name: string): boolean {
  return run(process.execPath, ['node_modules/.bin/playwright', 'test', '--config', `e2e/${name}/playwright.config.ts`])
}
