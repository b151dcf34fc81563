import { defineConfig } from 'vitest/config'

/** The tests that `npm run soak -- mutants` runs for each mutant: of pure functions alone, without a database. */
export default defineConfig({ test: { include: ['{lib/domain,packages/values}/**/*.test.ts'] } })
