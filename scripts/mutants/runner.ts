import { appendFileSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'

/**
 * What to try: `live` are the mutants' ids, `firsts` the modules with the ids of their first ones, `tests` the test files in order
 * with the modules they load.
 */
export type Plan = {
  readonly live: readonly number[]
  readonly firsts: Readonly<Record<string, number>>
  readonly tests: Readonly<Record<string, readonly string[]>>
  readonly log: string
}
/** What is written to the log, a line each: a test file or a mutant is next, or its end. */
export type Line =
  | { readonly file: string; readonly passes?: boolean }
  | { readonly mutant: number; readonly killed?: boolean }

/** A mutant survives if the tests beside its module do not notice it, nor those of the first files that reach it. */
const mostFiles = 4
/** Tests that need fewer milliseconds of processor time are tried first; others are tried for the module beside them only. */
const quick = 20
/** Milliseconds after which a test has failed. */
const longest = 30_000

const plan: Plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN ?? '', 'utf8'))
const log = (line: Line) => appendFileSync(plan.log, `${JSON.stringify(line)}\n`)
const firsts = Object.entries(plan.firsts).sort(([, one], [, other]) => other - one)
const moduleOf = (id: number) => firsts.find(([, first]) => first <= id)?.[0] ?? ''
const filesLeft = new Map(plan.live.map(id => [id, mostFiles]))

/** The mutants that a test file is to try. */
function liveIn(test: string): readonly number[] {
  const modules = plan.tests[test] ?? []
  return [...filesLeft].flatMap(([id, left]) =>
    modules.includes(moduleOf(id)) && (left > 0 || isBeside(test, id)) ? [id] : [],
  )
}

const isBeside = (test: string, id: number) => moduleOf(id) === test.replace(/\.test\.tsx?$/, '.ts')

// What the changed modules see. A property that has failed is not tried with simpler values.
let active = -1
let steps = 0
let mostSteps = Number.POSITIVE_INFINITY
const reached = new Uint8Array(Math.max(0, ...Object.values(plan.firsts)) + 10_000)
fc.configureGlobal({ endOnFailure: true, seed: 1 })
Object.assign(globalThis, {
  $mutant(id: number): boolean {
    reached[id] = 1
    steps += 1
    if (steps > mostSteps) throw new Error('The mutant does not end.')
    return id === active
  },
})

function takeReached(): Uint8Array {
  const taken = reached.slice()
  reached.fill(0)
  return taken
}

/** One more run of a test file, until a test fails, of which vitest is not told. */
class Trial extends TestRunner {
  failed = false
  readonly #outer: TestRunner
  readonly #tests: ReadonlySet<string>

  constructor(outer: TestRunner, tests: ReadonlySet<string>) {
    super({ ...outer.config, testTimeout: longest })
    this.#outer = outer
    this.#tests = tests
    this.trace = outer.trace
  }

  override importFile(...of: Parameters<TestRunner['importFile']>) {
    return this.#outer.importFile(...of)
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    if (this.failed) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: RunnerTask) {
    if (this.failed || !this.#tests.has(test.id)) test.mode = 'skip'
    steps = 0
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTask) {
    this.failed ||= test.result?.state === 'fail'
    super.onAfterRunTask(test)
  }

  /** Whether a test, a hook or an import failed. */
  async fails(path: string): Promise<boolean> {
    const [file] = await startTests([path], this)
    return this.failed || file?.result?.state === 'fail'
  }
}

/** Runs each test file as it is, then again with each mutant that its tests reach and that is not killed yet. */
export default class MutantRunner extends TestRunner {
  /** The mutants that are reached while modules load, all that are reached outside of tests, and those each test reaches. */
  #onLoad = takeReached()
  readonly #outside: Uint8Array[] = []
  readonly #byTest = new Map<string, Uint8Array>()
  readonly #quick = new Set<string>()
  #mostSteps = 0
  #start = process.threadCpuUsage()

  override onCollectStart(file: RunnerTestFile) {
    log({ file: file.name })
    // What a module does while it loads is reached in every file.
    if (liveIn(file.name).length > 0) vi.resetModules()
    takeReached()
    this.#outside.length = 0
    this.#byTest.clear()
    this.#quick.clear()
    this.#mostSteps = 0
    super.onCollectStart(file)
  }

  onCollected() {
    this.#onLoad = reached.slice()
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    if (suite.file === suite && liveIn(suite.name).length === 0) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: RunnerTask) {
    this.#outside.push(takeReached())
    this.#mostSteps = Math.max(this.#mostSteps, steps)
    steps = 0
    this.#start = process.threadCpuUsage()
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTask) {
    this.#byTest.set(test.id, takeReached())
    this.#mostSteps = Math.max(this.#mostSteps, steps)
    if (process.threadCpuUsage(this.#start).user < quick * 1_000) this.#quick.add(test.id)
    super.onAfterRunTask(test)
  }

  override async onAfterRunFiles(files: RunnerTestFile[]) {
    this.#outside.push(takeReached())
    super.onAfterRunFiles(files)
    for (const file of files) {
      log({ file: file.name, passes: file.result?.state !== 'fail' })
      if (file.result?.state === 'pass') await this.#tryMutants(file)
    }
  }

  async #tryMutants({ name, filepath: path }: RunnerTestFile): Promise<void> {
    const all = [...this.#byTest.keys()]
    const triedFor = (id: number) => all.filter(test => isBeside(name, id) || this.#quick.has(test))
    const testsOf = (id: number) => {
      const isOutside = this.#outside.some(one => one[id] === 1)
      return triedFor(id).filter(test => isOutside || this.#byTest.get(test)?.[id] === 1)
    }
    const candidates = liveIn(name).filter(id => testsOf(id).length > 0)
    if (candidates.length === 0) return
    mostSteps = this.#mostSteps * 5 + 1_000_000
    const noticed = new Set<number>()
    const notAgain = new Set<number>()
    for (const id of candidates) {
      log({ mutant: id })
      if (await this.#fails(path, id, testsOf(id))) noticed.add(id)
      else if (reached[id] === 0) notAgain.add(id)
    }
    // A mutant may have left something behind with which the tests fail without it.
    const isClean = noticed.size === 0 || !(await this.#fails(path, -1, [...noticed].flatMap(testsOf)))
    const isNoticed = (id: number) => isClean && noticed.has(id)
    // Modules are loaded anew for what runs while they load or is kept from then.
    const isLoaded = (id: number) => !isNoticed(id) && (!isClean || this.#onLoad[id] === 1 || notAgain.has(id))
    const tried = candidates.filter(isLoaded).flatMap(triedFor)
    const isRepeatable = tried.length > 0 && !(await this.#fails(path, -1, tried, true))
    for (const id of candidates) {
      log({ mutant: id })
      const isAnew = isRepeatable && isLoaded(id)
      this.#end(id, isNoticed(id) || (isAnew && (await this.#fails(path, id, triedFor(id), true))))
    }
    mostSteps = Number.POSITIVE_INFINITY
  }

  /** Whether one of these tests fails with a mutant, the quick ones first; with the modules loaded anew if `isAnew`. */
  async #fails(path: string, id: number, tests: readonly string[], isAnew = false): Promise<boolean> {
    const quickFirst = Map.groupBy(tests, test => this.#quick.has(test))
    for (const some of [quickFirst.get(true), quickFirst.get(false)]) {
      if (some === undefined) continue
      if (isAnew) vi.resetModules()
      active = id
      steps = 0
      reached.fill(0)
      const fails = await new Trial(this, new Set(some)).fails(path)
      active = -1
      if (fails) return true
    }
    return false
  }

  #end(id: number, killed: boolean): void {
    log({ mutant: id, killed })
    if (killed) filesLeft.delete(id)
    else filesLeft.set(id, (filesLeft.get(id) ?? 0) - 1)
  }
}
