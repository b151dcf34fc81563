import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { HostileReport } from '#e2e/hostile/run.ts'
import { buildApplication } from '#scripts/build/build.ts'
import { ensureProgram, readersOfFiles } from './programs.ts'

/**
 * Runs every check: types, lint and format, unused code, unit (with architecture and code style), integration on a real
 * PostgreSQL with the contract over real mTLS, browser journeys, the hostile bank. Continues after a failure; the last lines list
 * failures and counts, as does the exit code.
 */
type Count = { passed: number; failed: number; names?: readonly string[]; without?: string }
type Check = { name: string; title: string; run: () => Promise<Count> }

const out = '.data/test'
const checks: Check[] = [
  { name: 'types', title: 'Types (tsc)', run: () => oneCheck(['node_modules/.bin/tsc', '--noEmit']) },
  { name: 'lint', title: 'Lint and format (biome)', run: () => oneCheck(['node_modules/.bin/biome', 'check', '.']) },
  { name: 'unused', title: 'No dead file, export or package (knip)', run: () => unused() },
  { name: 'alerts', title: 'Alert rules on series (promtool)', run: () => alertRules() },
  { name: 'unit', title: 'Architecture, code style, unit (vitest)', run: () => vitest('unit') },
  {
    name: 'integration',
    title: 'Integration on PostgreSQL, contract over mTLS (vitest)',
    run: () => vitest('integration'),
  },
  { name: 'browser', title: 'Journeys in a browser (playwright)', run: () => playwright() },
  {
    name: 'hostile',
    title: 'A hostile bank, and hostile requests, against two processes (short form)',
    run: () => hostile(),
  },
]

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const wanted = checks.filter(({ name }) => !values.only || values.only.split(',').includes(name))
if (wanted.length === 0) {
  console.error(`--only takes some of ${checks.map(({ name }) => name).join(', ')}, separated by commas.`)
  process.exit(2)
}

mkdirSync(out, { recursive: true })
const total: Count = { passed: 0, failed: 0 }
const lines: string[] = []
const broken: string[] = []
async function runLane(names: readonly string[]): Promise<void> {
  for (const check of names.flatMap(name => wanted.find(one => one.name === name) ?? [])) {
    // A build that fails is reported by the journeys, which try it again.
    if (needsBuild.has(check.name)) await build().catch(() => undefined)
    await report(check)
  }
}

async function report({ title, run }: Check): Promise<void> {
  console.log(`\n▸ ${title}`)
  const began = Date.now()
  const { passed, failed, names = [], without } = await run()
  total.passed += passed
  total.failed += failed
  broken.push(...names)
  const seconds = ((Date.now() - began) / 1000).toFixed(0)
  if (without !== undefined) return void lines.push(`– ${title}: not run without ${without}`)
  lines.push(`${failed ? '✖' : '✔'} ${title}: ${passed} passed, ${failed} failed, ${seconds} s`)
}

let built: Promise<void> | undefined
function build(): Promise<void> {
  built ??= buildApplication(step => console.log(`  ${step}`))
  return built
}

// What waits half of the time, for PostgreSQL, a bank or a page, beside what only computes. Unit tests come last and give way, so that
// they fill the pauses of the journeys, whose people wait for pages.
const needsBuild = new Set(['hostile', 'browser'])
await Promise.all(
  [
    ['integration', 'browser'],
    ['types', 'lint', 'unused', 'alerts', 'hostile', 'unit'],
  ].map(runLane),
)
console.log(`\n${lines.join('\n')}\n`)
if (broken.length > 0) console.log(`Failed:\n${broken.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed || !total.passed ? 1 : 0)

function execute([file = '', ...args]: string[], env: Record<string, string> = {}, givesWay = false): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    const priority = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL)
    if (givesWay && child.pid !== undefined) setPriority(child.pid, priority)
    child.once('error', failed)
    child.once('exit', code => done(code ?? 1))
  })
}

async function oneCheck(command: string[]): Promise<Count> {
  return (await execute(command)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** promtool is part of Prometheus, which nothing else needs. */
async function alertRules(): Promise<Count> {
  if (spawnSync('promtool', ['--version']).error) return { passed: 0, failed: 0, without: 'apt-get install prometheus' }
  const folder = 'examples/production/prometheus'
  const commands = [
    ['check', 'config', '--syntax-only', `${folder}/prometheus.yml`],
    ['test', 'rules', `${folder}/alerts.test.yml`],
  ]
  const counts = await Promise.all(commands.map(options => oneCheck(['promtool', ...options])))
  return { passed: counts.filter(({ passed }) => passed).length, failed: counts.filter(({ failed }) => failed).length }
}

/** Once with and once without tests, because code that only a test uses is unused too, unless it is `@internal`. */
async function unused(): Promise<Count> {
  const everything = ['--exclude', 'binaries', '--no-config-hints', '--no-tag-hints']
  const inUse = ['--production', '--include', 'exports,files', '--no-config-hints', '--no-tag-hints']
  const counts = [
    await oneCheck(['node_modules/.bin/knip', ...everything]),
    await oneCheck(['node_modules/.bin/knip', ...inUse]),
  ]
  return { passed: counts.filter(({ passed }) => passed).length, failed: counts.filter(({ failed }) => failed).length }
}

/** A runner that fails without a failed test (a broken file, no tests) counts as one failure. */
function counted(code: number, count: Count): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** A test of a file fails, with the remedy, if the program that reads it can't be installed here. */
function ensureReaders(): void {
  const report = (step: string) => console.log(`  ${step}`)
  for (const name of readersOfFiles) {
    try {
      ensureProgram(name, report)
    } catch (error) {
      report(String(error))
    }
  }
}

async function vitest(project: string): Promise<Count> {
  ensureReaders()
  const file = join(out, `${project}.json`)
  rmSync(file, { force: true })
  const command = [
    'node_modules/.bin/vitest',
    'run',
    '--project',
    project,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  // With more room for young garbage they take a tenth less time.
  const options = '--disable-warning=ExperimentalWarning --max-semi-space-size=32'
  const code = await execute(command, { NODE_OPTIONS: options }, project === 'unit')
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  return counted(code, { passed: report.numPassedTests, failed: report.numFailedTests, names: failuresOf(report) })
}

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter(one => one.status === 'failed')
    const file = relative(process.cwd(), name)
    if (failed.length === 0 && status === 'failed') return [failure(file, '', message)]
    return failed.map(one => failure(file, one.fullName, one.failureMessages[0] ?? ''))
  })
}

/** The failed test, and the first line of its message. */
function failure(file: string, title: string, said: string): string {
  return `  ✖ ${file}${title && ` › ${title}`}\n    ${stripVTControlCharacters(said).split('\n')[0]}`
}

async function playwright(): Promise<Count> {
  const file = join(out, 'browser.json')
  rmSync(file, { force: true })
  const browser = ensureProgram('chromium', step => console.log(`  ${step}`))
  const code = await execute(['node_modules/.bin/playwright', 'test'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: readonly PlaywrightSuite[]
  }
  const names = suites.flatMap(journeysThatFailed)
  return counted(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky, names })
}

/** In its own process. */
async function hostile(): Promise<Count> {
  const file = join(out, 'hostile.json')
  rmSync(file, { force: true })
  const script = ['--conditions=react-server', '--disable-warning=ExperimentalWarning', 'e2e/hostile/main.ts']
  const code = await execute([process.execPath, ...script, '--out', file])
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { passed, failures, raw } = JSON.parse(readFileSync(file, 'utf8')) as HostileReport
  const names = failures.map(({ name, faults }) => failure('e2e/hostile', name, faults[0] ?? ''))
  const [asked, wrong] = [raw?.asked ?? 0, raw?.failures ?? []]
  console.log(`  ${asked} requests over raw sockets: ${wrong.length} wrong`)
  names.push(...wrong.map(({ name, faults }) => failure('e2e/routes', name, faults[0] ?? '')))
  const count = { passed: passed + Math.max(0, asked - wrong.length), failed: failures.length + wrong.length, names }
  return counted(code, count)
}

type PlaywrightSuite = {
  readonly file: string
  readonly specs: readonly {
    readonly title: string
    readonly line: number
    readonly ok: boolean
    readonly tests: readonly { readonly results: readonly { readonly error?: { readonly message?: string } }[] }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

function journeysThatFailed({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  const own = failed.map(({ title, line, tests }) =>
    failure(`e2e/journeys/${file}:${line}`, title, tests[0]?.results[0]?.error?.message ?? ''),
  )
  return [...own, ...suites.flatMap(journeysThatFailed)]
}
