import { writeFileSync } from 'node:fs'
import { writeEnvExample } from './env-example.ts'
import { writeLogsPage } from './logs-page.ts'
import { writeMetricsPage } from './metrics-page.ts'

/** What is written from the code, by `node scripts/docs/write.ts`; a test compares the files with it. */
export const pages: Readonly<Record<string, () => string | Promise<string>>> = {
  '.env.example': writeEnvExample,
  'docs/operations/logs.md': writeLogsPage,
  'docs/operations/metrics.md': writeMetricsPage,
}

if (import.meta.main) for (const [file, write] of Object.entries(pages)) writeFileSync(file, await write())
