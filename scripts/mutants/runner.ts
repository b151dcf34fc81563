import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'

// One vitest for many mutants, in the copy of the project: the parent process (scripts/mutants.ts) changes a module, sends its name
// with the tests to run, and gets whether they passed. It kills this process if the tests of a mutant do not end.
export type Trial = { readonly changed: string | null; readonly tests: readonly string[] }

const vitest = await createVitest('test', {
  project: ['unit'],
  watch: false,
  bail: 1,
  maxWorkers: 1,
  testTimeout: 60_000,
  reporters: [{}],
})

let before: string | null = null

process.on('message', async ({ changed, tests }: Trial) => {
  // The previously changed module has its own text again.
  for (const file of [before, changed]) if (file !== null) vitest.invalidateFile(resolve(file))
  before = changed
  // Failures of earlier mutants would count for `bail`.
  vitest.state.filesMap.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([...tests]),
  )
  const failed = testModules.flatMap(one => [...one.children.allTests('failed')])
  if (changed === null)
    for (const test of failed) console.error(test.module.relativeModuleId, test.fullName, test.result())
  process.send?.(unhandledErrors.length === 0 && testModules.length > 0 && testModules.every(one => one.ok()))
})
process.on('disconnect', () => process.exit(0))
