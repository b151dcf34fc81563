import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runHostile } from './run.ts'

// The hostile bank alone: `npm test` runs the short form in its own process, and reads the file that it writes.
const { values } = parseArgs({
  options: { form: { type: 'string' }, only: { type: 'string' }, out: { type: 'string' }, all: { type: 'boolean' } },
})
// An interruption leaves no process running: everything that was started ends with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

const report = await runHostile({
  form: values.form === 'whole' ? 'whole' : 'short',
  ...(values.only === undefined ? {} : { only: new RegExp(values.only) }),
  tell: line => (values.all || line.startsWith('✖')) && console.log(line),
})
for (const { name, faults } of report.failures.filter(one => one.name.startsWith('log'))) console.log(name, faults)
const { raw } = report
const asked = raw && { ...raw, failures: raw.failures.length }
console.log(JSON.stringify({ ...report, failures: report.failures.length, raw: asked }))
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(report))
const failed = report.failures.length + (raw?.failures.length ?? 0)
process.exit(failed > 0 || report.answers === 0 ? 1 : 0)
