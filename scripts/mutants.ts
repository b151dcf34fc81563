import { spawn, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { equivalents } from './mutants/equivalents.ts'
import { applyMutant, describeMutant, type Mutant, mutantsOf } from './mutants/mutate.ts'
import type { Trial } from './mutants/runner.ts'

// Whether the unit tests notice changes of lib/domain and lib/stet (docs/quality.md, Mutants): one small change at a time in a copy
// of the project, the tests that load the changed module, and the compiler for changes that survive.
const help = `npm run soak -- mutants [options]

  --count <n>     how many mutants, drawn at random; 0 for all of them (128)
  --seed <n>      draws the same ones again
  --files <glob>  of these modules (lib/{domain,stet}/**/*.ts)
  --limit <s>     seconds for the tests of one mutant; beyond, it counts as killed (120)
  --json <file>   writes the report there too
  --list          only lists the mutants that would be tried`

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '128' },
    seed: { type: 'string', default: String(Date.now() % 2_147_483_647) },
    files: { type: 'string', default: 'lib/{domain,stet}/**/*.ts' },
    limit: { type: 'string', default: '120' },
    json: { type: 'string' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

type Candidate = Mutant & { readonly file: string; readonly source: string }
type Passed = 'passed' | 'failed' | 'timed out'

/** The score required by `npm run soak -- mutants`. */
const wantedScore = 0.95
/** The tests that load a module most directly notice nearly every mutant; the others are run for survivors. */
const stages = [
  [0, 3],
  [3, 16],
] as const

if (options.help) {
  console.log(help)
  process.exit(0)
}
process.exit((await main()) ? 0 : 1)

async function main(): Promise<boolean> {
  const sample = draw(candidates(), Number(options.count), Number(options.seed))
  if (options.list) {
    for (const one of sample) console.log(tell(one))
    return true
  }
  const copy = copyProject()
  process.once('SIGINT', () => process.exit(130))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const importers = importersBelow(copy)
  const testsOf = (file: string) => relatedTests(file, importers).slice(0, stages.at(-1)?.[1])
  const all = [...new Set(sample.flatMap(({ file }) => testsOf(file)))]
  const runner = openRunner(copy)
  if ((await runner.run({ changed: null, tests: all }, 1_800)) !== 'passed') {
    console.error('The tests fail without a mutant.')
    runner.close()
    return false
  }
  const unnoticed: Candidate[] = []
  let timedOut = 0
  for (const [at, mutant] of sample.entries()) {
    const end = await tryMutant(copy, runner, mutant, testsOf(mutant.file))
    if (end === 'passed') unnoticed.push(mutant)
    if (end === 'timed out') timedOut += 1
    console.log(`${at + 1}/${sample.length} ${end === 'passed' ? 'unnoticed' : end}: ${tell(mutant)}`)
  }
  runner.close()
  const survivors = unnoticed.length === 0 ? [] : thatCompile(copy, unnoticed)
  const report = {
    seed: Number(options.seed),
    mutants: sample.length,
    killed: sample.length - survivors.length,
    timedOut,
    refused: unnoticed.length - survivors.length,
    score: sample.length === 0 ? 1 : (sample.length - survivors.length) / sample.length,
    survivors: survivors.map(summaryOf),
  }
  console.log(JSON.stringify(report, null, 2))
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(report, null, 2))
  return report.score >= wantedScore
}

function candidates(): readonly Candidate[] {
  const files = globSync(options.files).filter(file => !/\.test\.ts$|\/testing\//.test(file))
  return files.sort().flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return mutantsOf(source)
      .map(mutant => ({ ...mutant, file, source }))
      .filter(mutant => !isEquivalent(mutant))
  })
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
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'guichet-mutants-'))
  const left = ['node_modules', '.git', '.next', '.data']
  cpSync('.', copy, { recursive: true, filter: path => !left.includes(relative('.', path)) })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function tryMutant(
  copy: string,
  runner: ReturnType<typeof openRunner>,
  mutant: Candidate,
  tests: readonly string[],
): Promise<Passed> {
  const path = join(copy, mutant.file)
  writeFileSync(path, applyMutant(mutant.source, mutant))
  try {
    for (const [from, until] of stages) {
      const end = await runner.run({ changed: mutant.file, tests: tests.slice(from, until) }, Number(options.limit))
      if (end !== 'passed') return end
    }
    return 'passed'
  } finally {
    writeFileSync(path, mutant.source)
  }
}

/** The mutants with which the project compiles. Mutants of different modules are compiled together, which takes as long as one. */
function thatCompile(copy: string, mutants: readonly Candidate[]): readonly Candidate[] {
  const round = mutants.filter(({ file }, at) => mutants.findIndex(one => one.file === file) === at)
  const rest = mutants.filter(mutant => !round.includes(mutant))
  return [...compiledTogether(copy, round), ...(rest.length === 0 ? [] : thatCompile(copy, rest))]
}

/** A mutant whose module has errors is refused. Those that other modules with errors import are compiled again, apart from the rest. */
function compiledTogether(copy: string, mutants: readonly Candidate[]): readonly Candidate[] {
  const withErrors = mutants.length === 0 ? [] : filesWithErrors(copy, mutants)
  if (withErrors.length === 0) return mutants
  if (mutants.length === 1) return []
  const imported = withErrors.flatMap(file => [...importsOf(file, readFileSync(join(copy, file), 'utf8'))])
  const others = mutants.filter(({ file }) => !withErrors.includes(file))
  const [suspects, clear] = partition(others, ({ file }) => imported.includes(file))
  if (clear.length < mutants.length && suspects.length < mutants.length)
    return [clear, suspects].flatMap(part => compiledTogether(copy, part))
  const half = mutants.length >> 1
  return [mutants.slice(0, half), mutants.slice(half)].flatMap(part => compiledTogether(copy, part))
}

function partition<T>(list: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(isFirst), list.filter(one => !isFirst(one))]
}

/** The modules with errors when the project is compiled with these mutants, no two of one module. */
function filesWithErrors(copy: string, mutants: readonly Candidate[]): readonly string[] {
  for (const mutant of mutants) writeFileSync(join(copy, mutant.file), applyMutant(mutant.source, mutant))
  const command = [
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '--pretty',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
    'mutants.json',
  ]
  const { stdout } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28 })
  for (const mutant of mutants) writeFileSync(join(copy, mutant.file), mutant.source)
  return [...new Set(Array.from(stdout.matchAll(/^(.+)\(\d+,\d+\): error/gm), ([, file = '']) => file))]
}

/** Runs tests in the copy, in one process as long as they end (`mutants/runner.ts`). */
function openRunner(copy: string) {
  const fork = () => spawn(process.execPath, ['scripts/mutants/runner.ts'], { cwd: copy, stdio: [0, 2, 2, 'ipc'] })
  let child = fork()
  const run = (trial: Trial, limit: number): Promise<Passed> => {
    if (trial.tests.length === 0) return Promise.resolve('passed')
    const { promise, resolve, reject } = Promise.withResolvers<Passed>()
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      child = fork()
      resolve('timed out')
    }, limit * 1_000)
    child.once('message', passed => resolve(passed === true ? 'passed' : 'failed'))
    child.once('error', reject)
    child.send(trial)
    return promise.finally(() => {
      clearTimeout(timer)
      child.removeAllListeners()
    })
  }
  return { run, close: () => child.kill() }
}

/** Test files of the unit project that load a module, most direct first. */
function relatedTests(module: string, importers: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const seen = new Set([module])
  // A set iterates over elements added during the iteration: breadth first.
  for (const file of seen) for (const importer of importers.get(file) ?? []) seen.add(importer)
  const beside = module.replace(/\.ts$/, '.test.ts')
  const tests = [...seen].filter(file => /\.test\.tsx?$/.test(file))
  return tests.sort((one, other) => Number(other === beside) - Number(one === beside))
}

/** The importers of each module in the folders with unit tests only. Type-only imports load nothing. */
function importersBelow(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const file of globSync('lib/{domain,stet,views,files}/**/*.ts', { cwd: root }).sort()) {
    const source = readFileSync(posix.join(root, file), 'utf8')
    for (const target of importsOf(file, source, /(?!type )/))
      importers.set(target, [...(importers.get(target) ?? []), file])
  }
  return importers
}

/** The modules of the project that a module imports, or of those imports whose beginning matches. */
function* importsOf(file: string, source: string, beginning = /(?:)/): Generator<string> {
  const declarations = new RegExp(`^(?:import|export|\\}) ${beginning.source}[^\\n]*?'((?:\\.|#\\w+)/[^']+)'$`, 'gm')
  for (const [, path = ''] of source.matchAll(declarations))
    yield path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path)
}
