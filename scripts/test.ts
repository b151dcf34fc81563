import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.ts'

/**
 * Every check in order, cheapest first: types, lint and format, nothing unused, unit (architecture and house style among them),
 * integration on a real PostgreSQL with the contract over real mTLS, browser journeys. All of them run even when one
 * fails; the last line counts, the exit code tells.
 */
type Count = { passed: number; failed: number }
type Check = { name: string; title: string; run: () => Promise<Count> }

const out = '.data/test'
const checks: Check[] = [
  { name: 'types', title: 'Types (tsc)', run: () => oneCheck(['node_modules/.bin/tsc', '--noEmit']) },
  { name: 'lint', title: 'Lint and format (biome)', run: () => oneCheck(['node_modules/.bin/biome', 'check', '.']) },
  { name: 'unused', title: 'No dead file, export or package (knip)', run: () => unused() },
  { name: 'unit', title: 'Architecture, house style, unit (vitest)', run: () => vitest('unit') },
  {
    name: 'integration',
    title: 'Integration on PostgreSQL, contract over mTLS (vitest)',
    run: () => vitest('integration'),
  },
  { name: 'browser', title: 'Journeys in a browser (playwright)', run: () => playwright() },
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
for (const { title, run } of wanted) {
  console.log(`\n▸ ${title}`)
  const began = Date.now()
  const { passed, failed } = await run()
  total.passed += passed
  total.failed += failed
  lines.push(
    `${failed ? '✖' : '✔'} ${title}: ${passed} passed, ${failed} failed, ${((Date.now() - began) / 1000).toFixed(0)} s`,
  )
}
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed || !total.passed ? 1 : 0)

function execute([file = '', ...args]: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((done, failed) => {
    const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.once('error', failed)
    child.once('exit', code => done(code ?? 1))
  })
}

async function oneCheck(command: string[]): Promise<Count> {
  return (await execute(command)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Once over everything, and once without the tests: what only a test uses is dead too, unless it says `@internal`. */
async function unused(): Promise<Count> {
  const everything = ['--exclude', 'binaries', '--no-config-hints', '--no-tag-hints']
  const inUse = ['--production', '--include', 'exports,files', '--no-config-hints', '--no-tag-hints']
  const counts = [
    await oneCheck(['node_modules/.bin/knip', ...everything]),
    await oneCheck(['node_modules/.bin/knip', ...inUse]),
  ]
  return { passed: counts.filter(({ passed }) => passed).length, failed: counts.filter(({ failed }) => failed).length }
}

/** A runner that fails without a failed test (a broken file, no test at all) counts as one failure. */
function counted(code: number, count: Count): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

async function vitest(project: string): Promise<Count> {
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
  const code = await execute(command, { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' })
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { numPassedTests = 0, numFailedTests = 0 } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  return counted(code, { passed: numPassedTests, failed: numFailedTests })
}

async function playwright(): Promise<Count> {
  const file = join(out, 'browser.json')
  rmSync(file, { force: true })
  const browser = ensureChromium(step => console.log(`  ${step}`))
  const code = await execute(['node_modules/.bin/playwright', 'test'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number }
  }
  return counted(code, { passed: stats.expected, failed: stats.unexpected + stats.flaky })
}
