import { appendFileSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'

/** What to try: `live` are the mutants' ids, `firsts` the modules with the ids of their first ones, `tests` the test files in order. */
export type Plan = {
  readonly live: readonly number[]
  readonly firsts: Readonly<Record<string, number>>
  readonly tests: readonly string[]
  readonly log: string
}
/** What is written to the log, a line each: a test file or a mutant is next, or its end. */
export type Line =
  | { readonly file: string; readonly passes?: boolean }
  | { readonly mutant: number; readonly killed?: boolean }

/** A mutant survives if the tests of this many files reach it and none notices. */
const mostFiles = 5
/** Tests of fewer milliseconds are tried first. */
const quick = 50
/** Milliseconds after which a test has failed, unless it takes longer than a fifth of that without a mutant. */
const longest = 10_000

const plan: Plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN ?? '', 'utf8'))
const log = (line: Line) => appendFileSync(plan.log, `${JSON.stringify(line)}\n`)
const filesLeft = new Map(plan.live.map(id => [id, mostFiles]))

// The state that the changed modules see. A property that has failed is not tried with simpler values.
let active = -1
let steps = 0
let mostSteps = Number.POSITIVE_INFINITY
let mostTime = longest
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

/** One run of a test file that vitest is not told of, until a test fails. */
class Trial extends TestRunner {
  /** The mutants each test reaches, and those reached outside of tests. */
  readonly reachedBy = new Map<string, Uint8Array>()
  readonly durations = new Map<string, number>()
  readonly reachedOutside: Uint8Array[] = []
  failed: RunnerTask | null = null
  readonly #outer: TestRunner
  readonly #isWanted: (test: RunnerTask) => boolean

  constructor(outer: TestRunner, isWanted: (test: RunnerTask) => boolean) {
    super({ ...outer.config, testTimeout: mostTime })
    this.#outer = outer
    this.#isWanted = isWanted
    this.trace = outer.trace
  }

  override importFile(...of: Parameters<TestRunner['importFile']>) {
    return this.#outer.importFile(...of)
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    if (this.failed !== null) suite.mode = 'skip'
    await super.onBeforeRunSuite(suite)
  }

  override async onBeforeRunTask(test: RunnerTask) {
    if (this.failed !== null || !this.#isWanted(test)) test.mode = 'skip'
    this.reachedOutside.push(takeReached())
    await super.onBeforeRunTask(test)
  }

  override onAfterRunTask(test: RunnerTask) {
    if (test.result?.state === 'fail') this.failed = test
    this.reachedBy.set(test.id, takeReached())
    this.durations.set(test.id, test.result?.duration ?? 0)
    super.onAfterRunTask(test)
  }

  async run(path: string): Promise<void> {
    reached.fill(0)
    steps = 0
    const [file] = await startTests([path], this)
    this.reachedOutside.push(takeReached())
    // A module that does not load, or a hook.
    if (file?.result?.state === 'fail') this.failed ??= file
  }
}

/** Runs each test file as it is, then again with each mutant that its tests reach and that is not killed yet. */
export default class MutantRunner extends TestRunner {
  #onLoad = takeReached()

  override onCollectStart(file: RunnerTestFile) {
    log({ file: file.name })
    takeReached()
    steps = 0
    super.onCollectStart(file)
  }

  onCollected() {
    this.#onLoad = reached.slice()
  }

  override async onAfterRunFiles(files: RunnerTestFile[]) {
    super.onAfterRunFiles(files)
    for (const file of files) await this.#tryMutants(file)
  }

  async #tryMutants(file: RunnerTestFile): Promise<void> {
    log({ file: file.name, passes: file.result?.state === 'pass' })
    if (file.result?.state !== 'pass') return
    const first = takeReached()
    const candidates = [...filesLeft.keys()].filter(id => first[id] === 1)
    if (candidates.length === 0) return
    mostSteps = steps * 20 + 1_000_000
    mostTime = Number.POSITIVE_INFINITY
    const again = await this.#trial(file, -1, () => true)
    mostTime = Math.max(longest, Math.max(...again.durations.values()) * 5)
    const isQuick = (test: string) => (again.durations.get(test) ?? 0) < quick
    const testsOf = (id: number) => {
      const isOutside = again.reachedOutside.some(one => one[id] === 1)
      return [...again.reachedBy].flatMap(([test, one]) => (isOutside || one[id] === 1 ? [test] : []))
    }
    const noticed = new Set<number>()
    for (const id of candidates) {
      log({ mutant: id })
      const quickFirst = Map.groupBy(testsOf(id), isQuick)
      for (const tests of [quickFirst.get(true), quickFirst.get(false)])
        if (tests !== undefined && !noticed.has(id) && (await this.#isKilled(file, id, tests))) noticed.add(id)
    }
    // A mutant may have left something behind with which the tests fail without it.
    const isClean = !(await this.#isKilled(file, -1, [...again.reachedBy.keys()]))
    const isNoticed = (id: number) => isClean && noticed.has(id)
    // Modules are loaded anew for what runs while they load or is kept from then.
    const isLoaded = (id: number) => !isNoticed(id) && (!isClean || this.#onLoad[id] === 1 || testsOf(id).length === 0)
    const isRepeatable = candidates.some(isLoaded) && !(await this.#isKilledOnLoad(file, -1))
    for (const id of candidates) {
      log({ mutant: id })
      this.#end(id, isNoticed(id) || (isRepeatable && isLoaded(id) && (await this.#isKilledOnLoad(file, id))))
    }
    vi.resetModules()
    mostSteps = Number.POSITIVE_INFINITY
  }

  async #isKilled(file: RunnerTestFile, id: number, tests: readonly string[]): Promise<boolean> {
    const { failed } = await this.#trial(file, id, test => tests.includes(test.id))
    return failed !== null
  }

  async #isKilledOnLoad(file: RunnerTestFile, id: number): Promise<boolean> {
    vi.resetModules()
    const { failed } = await this.#trial(file, id, () => true)
    return failed !== null
  }

  async #trial(file: RunnerTestFile, id: number, isWanted: (test: RunnerTask) => boolean): Promise<Trial> {
    const trial = new Trial(this, isWanted)
    active = id
    await trial.run(file.filepath)
    active = -1
    return trial
  }

  #end(id: number, killed: boolean): void {
    log({ mutant: id, killed })
    const left = (filesLeft.get(id) ?? 0) - 1
    if (killed || left === 0) filesLeft.delete(id)
    else filesLeft.set(id, left)
  }
}
