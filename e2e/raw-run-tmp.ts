import { openHostileStack } from '#testing/stack/built.ts'
import { runRaw } from '#e2e/routes/raw.ts'
const stack = await openHostileStack([])
const report = await runRaw(stack, line => console.log(line)).finally(() => stack.stop())
console.log(JSON.stringify({ ...report, failures: report.failures.length }))
process.exit(0)
