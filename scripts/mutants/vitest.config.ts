import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { withAllMutants } from './mutate.ts'
import type { Plan } from './runner.ts'

const { firsts, tests: modulesByTest }: Plan = JSON.parse(readFileSync(process.env.MUTANTS_PLAN ?? '', 'utf8'))

const tests = Object.keys(modulesByTest)

class AsPlanned extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const at = ({ moduleId }: TestSpecification) => tests.indexOf(relative('.', moduleId))
    return files.sort((one, other) => at(one) - at(other))
  }
}

// The unit tests in one thread, with every mutant in the modules (`withAllMutants`) and a runner that makes one after the other active.
export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      transform(source, id) {
        const first = firsts[relative('.', id)]
        return first === undefined ? null : { code: withAllMutants(source, first), map: null }
      },
    },
  ],
  resolve: { alias: { 'server-only': fileURLToPath(new URL('../test/empty.ts', import.meta.url)) } },
  test: {
    include: tests,
    globalSetup: ['scripts/test/pki.ts'],
    runner: 'scripts/mutants/runner.ts',
    sequence: { sequencer: AsPlanned },
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    testTimeout: 0,
    fsModuleCache: false,
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: [{}],
  },
})
