import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const resolve = {
  alias: {
    // Throws outside a server build; here it stands for nothing.
    'server-only': at('testing/setup/empty.ts'),
    // The framework makes its router in a browser.
    'next/navigation': at('testing/components/navigation.ts'),
    // As in tsconfig.json.
    '@medusajs/framework/types': at('packages/medusa/framework.ts'),
    '@medusajs/framework/utils': at('packages/medusa/framework.ts'),
  },
}
const exclude = ['**/node_modules/**', '**/.next/**', '**/.data/**', 'e2e/journeys/**']
const real = [
  // Folders further down are pure, like the words of mails.
  'lib/base/*.test.ts',
  'lib/services/*.test.ts',
  'lib/services/*/*.test.ts',
  'lib/jobs/**',
  'lib/*.test.ts',
  'app/**',
  'e2e/contract/**',
  'e2e/schedules/**',
  'e2e/integration/**',
  'e2e/faults/**',
]

// They bound a test that hangs, on a machine where everything else is busy too. No test is about how long it takes.
const testTimeout = 180_000
const expect = { poll: { timeout: 60_000 } }

// Files that start processes take longest, and the one that asks every route. Begun last, one of them would run alone on one worker.
const long = /\/(e2e\/(faults|schedules|integration)|packages\/sandbox|app\/fuzz)[/.]/

class LongestFirst extends BaseSequencer {
  /** Of each kind the longest. Those that replace modules come first, one after the other, for everything is loaded again after each. */
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) =>
      (readFileSync(moduleId, 'utf8').includes('vi.mock(') ? 0 : 2) + (long.test(moduleId) ? 0 : 1)
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...exclude, ...real],
          globalSetup: ['testing/setup/pki.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect,
          maxWorkers: 2,
          // A worker of its own for each of 200 files takes longer than their tests. Nothing here mocks a module.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          name: 'integration',
          include: real.map(path => (path.endsWith('.ts') ? path : `${path}/*.test.ts`)),
          exclude,
          globalSetup: ['testing/setup/database.ts', 'testing/setup/bank.ts', 'testing/setup/programs.ts'],
          setupFiles: ['testing/setup/own-database.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect,
          // testing/setup/own-database.ts says what begins anew in each file.
          isolate: false,
          // They often wait for a bank, a database or a process.
          maxWorkers: 4,
        },
      },
    ],
  },
})
