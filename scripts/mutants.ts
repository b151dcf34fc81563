import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { equivalents } from './mutants/equivalents.ts'
import { applyMutant, describeMutant, type Mutant, mutantsOf } from './mutants/mutate.ts'
import type { Line, Plan } from './mutants/runner.ts'

// Whether the unit tests notice changes of lib/domain and lib/stet (docs/quality.md, Mutants): one small change at a time in a copy
// of the project, the tests that load the changed module, and the compiler for changes that survive.
const help = `npm run soak -- mutants [options]

  --count <n>     how many mutants, drawn at random; 0 for all of them (512)
  --seed <n>      draws the same ones again
  --files <glob>  of these modules (lib/{domain,stet}/**/*.ts)
  --limit <s>     seconds for the tests of one mutant; beyond, it counts as killed (120)
  --json <file>   writes the report there too
  --list          only lists the mutants that would be tried`

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '512' },
    seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
    files: { type: 'string', default: 'lib/{domain,stet}/**/*.ts' },
    limit: { type: 'string', default: '120' },
    json: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

type Candidate = Mutant & { readonly id: number; readonly file: string; readonly source: string }

/** The score required by `npm run soak -- mutants`. */
const wantedScore = 0.95

/** Of the copy: the modules that have mutants. */
const foldersOnly = 'tsconfig.folders.json'

if (options.help) {
  console.log(help)
  process.exit(0)
}
process.exit((await main()) ? 0 : 1)

async function main(): Promise<boolean> {
  const all = candidates()
  const sample = draw(
    all.filter(mutant => !isEquivalent(mutant)),
    Number(options.count),
    Number(options.seed),
  )
  if (options.list) {
    for (const one of sample) console.log(tell(one))
    return true
  }
  const directory = mkdtempSync(join(tmpdir(), 'guichet-mutants-'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const copy = copyProject(directory)
  const results = await tryMutants(copy, all, sample)
  if (results === null) return false
  const unnoticed = sample.filter(({ id }) => !results.killed.has(id))
  const survivors = unnoticed.length === 0 ? [] : thatCompile(copy, unnoticed)
  const killed = sample.length - survivors.length
  const report = {
    seed: Number(options.seed),
    mutants: sample.length,
    killed,
    timedOut: results.timedOut,
    refused: unnoticed.length - survivors.length,
    score: sample.length === 0 ? 1 : killed / sample.length,
    survivors: survivors.map(one => ({ ...summaryOf(one), reached: results.reached.has(one.id) })),
  }
  console.log(JSON.stringify(report, null, 2))
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(report, null, 2))
  return report.score >= wantedScore
}

function candidates(): readonly Candidate[] {
  const files = globSync(options.files).filter(file => !/\.test\.ts$|\/testing\//.test(file))
  const all = files.sort().flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return mutantsOf(source).map(mutant => ({ ...mutant, file, source }))
  })
  return all.map((mutant, id) => ({ ...mutant, id }))
}

function isEquivalent(mutant: Candidate): boolean {
  const { file, before, after } = summaryOf(mutant)
  return equivalents.some(one => one.file === file && one.before === before && one.after === after)
}

function summaryOf({ file, operator, source, ...mutant }: Candidate) {
  return { file, operator, ...describeMutant(source, { operator, ...mutant }) }
}

function tell(mutant: Candidate): string {
  const { file, line, operator, before, after } = summaryOf(mutant)
  return `${file}:${line} [${operator}]\n    - ${before}\n    + ${after}`
}

/** A random selection, determined by the seed (mulberry32). */
function draw(all: readonly Candidate[], count: number, seed: number): readonly Candidate[] {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const shuffled = all.map(mutant => ({ mutant, at: random() })).sort((one, other) => one.at - other.at)
  return shuffled.slice(0, count === 0 ? undefined : count).map(({ mutant }) => mutant)
}

/** A copy of the sources with the same packages, so that the working tree does not change. */
function copyProject(directory: string): string {
  const copy = join(directory, 'project')
  const left = ['node_modules', '.git', '.next', '.data']
  for (const entry of readdirSync('.').filter(name => !left.includes(name)))
    cpSync(entry, join(copy, entry), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  return copy
}

type Results = { readonly killed: Set<number>; readonly reached: Set<number>; timedOut: number }
type Stuck = { file: string; mutant: number | null }

/** Runs `mutants/runner.ts`, anew after each mutant that does not end. Null if the tests fail without a mutant. */
async function tryMutants(copy: string, all: readonly Candidate[], sample: readonly Candidate[]) {
  const files = new Set(sample.map(({ file }) => file))
  const firsts = Object.fromEntries([...files].map(file => [file, all.findIndex(one => one.file === file)]))
  const results: Results = { killed: new Set(), reached: new Set(), timedOut: 0 }
  for (let tests = testsByReach(files); ; ) {
    const live = sample.flatMap(({ id }) => (results.killed.has(id) ? [] : [id]))
    const plan = { live, firsts, tests: Object.fromEntries(tests), log: join(copy, 'mutants.log') }
    const end = await runTests(copy, plan, results)
    if (end === 'ended') return results
    if (end === 'failed' || end.mutant === null) return null
    results.killed.add(end.mutant)
    results.timedOut += 1
    tests = tests.slice(tests.findIndex(([test]) => test === end.file))
  }
}

/** The mutants with which the project compiles. Most are refused in their own folders already, which takes a tenth of the time. */
function thatCompile(copy: string, mutants: readonly Candidate[]): readonly Candidate[] {
  writeFileSync(
    join(copy, foldersOnly),
    JSON.stringify({ extends: './tsconfig.json', include: ['lib/domain', 'lib/stet'], exclude: ['**/*.test.ts'] }),
  )
  const inFolders = mutants.filter((mutant, at) => {
    if (at % 10 === 0) console.log(`The compiler has looked at ${at} of ${mutants.length} that no test notices`)
    return compiles(copy, foldersOnly, [mutant])
  })
  console.log(`The compiler looks at the ${inFolders.length} left, with the whole project`)
  // Mutants of different modules are compiled together; if one of them is refused, each alone.
  const isFirst = ({ file }: Candidate, at: number) => inFolders.findIndex(one => one.file === file) === at
  const together = inFolders.filter(isFirst)
  const areAll = compiles(copy, 'tsconfig.json', together)
  return inFolders.filter(mutant => (areAll && together.includes(mutant)) || compiles(copy, 'tsconfig.json', [mutant]))
}

/** Whether a project compiles with these mutants, no two of one module. */
function compiles(copy: string, project: string, mutants: readonly Candidate[]): boolean {
  for (const mutant of mutants) writeFileSync(join(copy, mutant.file), applyMutant(mutant.source, mutant))
  const command = ['node_modules/typescript/bin/tsc', '--noEmit', '--incremental', '-p', project]
  const { status } = spawnSync(process.execPath, [...command, '--tsBuildInfoFile', `${project}.tsbuildinfo`], {
    cwd: copy,
  })
  for (const mutant of mutants) writeFileSync(join(copy, mutant.file), mutant.source)
  return status === 0
}

/** Runs vitest until it ends, or has written nothing to the log for `--limit` seconds: then the test file and mutant it is stuck at. */
async function runTests(copy: string, plan: Plan, results: Results): Promise<Stuck | 'ended' | 'failed'> {
  const path = join(copy, 'mutants.json')
  writeFileSync(path, JSON.stringify(plan))
  writeFileSync(plan.log, '')
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/vitest.config.ts']
  const env = { ...process.env, MUTANTS_PLAN: path }
  const child = spawn(process.execPath, command, { cwd: copy, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const end = once(child, 'exit').then(() => true)
  const at: Stuck = { file: '', mutant: null }
  let idleSince = Date.now()
  for (let read = 0, ended = false; !ended; ) {
    ended = await Promise.race([end, setTimeout(500, false)])
    const lines = readFileSync(plan.log, 'utf8').split('\n').slice(read, -1)
    if (lines.length > 0) idleSince = Date.now()
    read += lines.length
    for (const line of lines) note(JSON.parse(line), at, results)
    if (!ended && Date.now() - idleSince > Number(options.limit) * 1_000) {
      kill()
      return at
    }
  }
  return at.mutant === null ? (at.file === Object.keys(plan.tests).at(-1) ? 'ended' : 'failed') : at
}

function note(line: Line, at: Stuck, results: Results): void {
  if ('file' in line) {
    if (line.passes === undefined) console.log(`${line.file} (${results.killed.size} noticed so far)`)
    if (line.passes === false) throw new Error(`${line.file} fails without a mutant.`)
    at.file = line.file
    at.mutant = null
  } else {
    results.reached.add(line.mutant)
    if (line.killed) results.killed.add(line.mutant)
    at.mutant = line.killed === undefined ? line.mutant : null
  }
}

/** Test files of the unit project that load some of the modules, with these modules; those that load the fewest first. */
function testsByReach(modules: ReadonlySet<string>): readonly (readonly [string, readonly string[]])[] {
  const imports = importsBelow()
  const reachOf = (test: string) => {
    const seen = new Set([test])
    // A set iterates over elements added during the iteration.
    for (const file of seen) for (const imported of imports.get(file) ?? []) seen.add(imported)
    return [...seen]
  }
  return [...imports.keys()]
    .filter(file => /\.test\.tsx?$/.test(file))
    .map(test => ({ test, reach: reachOf(test) }))
    .sort((one, other) => one.reach.length - other.reach.length)
    .map(({ test, reach }) => [test, reach.filter(module => modules.has(module))] as const)
    .filter(([, loaded]) => loaded.length > 0)
}

/** What each module in the folders with unit tests only imports. Type-only imports load nothing. */
function importsBelow(): ReadonlyMap<string, readonly string[]> {
  const files = globSync('lib/{domain,stet,views,files}/**/*.ts').sort()
  return new Map(files.map(file => [file, [...importsOf(file, readFileSync(file, 'utf8'))]]))
}

function* importsOf(file: string, source: string): Generator<string> {
  for (const [, path = ''] of source.matchAll(/^(?:import|export|\}) (?!type )[^\n]*?'((?:\.|#\w+)\/[^']+)'$/gm))
    yield path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path)
}
