import { parseArgs } from 'node:util'
import { openHostileStack } from '#testing/stack/built.ts'
import { runRaw, shortRaw } from './raw.ts'

// The raw requests alone: `--seed` and `--requests` repeat a run, `--at` one of its requests,
// `--traced` reports which request caused what is in the log.
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string' },
    at: { type: 'string' },
    traced: { type: 'boolean' },
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const stack = await openHostileStack([])
const short = shortRaw(values.seed === undefined ? undefined : Number(values.seed))
const report = await runRaw(stack, {
  ...short,
  ...(values.requests === undefined ? {} : { requests: Number(values.requests) }),
  ...(values.at === undefined ? {} : { at: Number(values.at) }),
  isTraced: values.traced ?? values.at !== undefined,
  tell: line => console.log(line),
}).finally(() => stack.stop())
console.log(JSON.stringify({ ...report, failures: report.failures.length }))
process.exit(report.failures.length > 0 ? 1 : 0)
