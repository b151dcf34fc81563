import { writeFileSync } from 'node:fs'
import { metrics } from '#lib/metrics.ts'

/** Writes docs/metrics.md from lib/metrics.ts: node scripts/metrics-page.ts. A test compares the two. */

type Known = { readonly name: string; readonly help: string; readonly type: string; readonly labels: readonly string[] }

/** Every metric of a process, by name. */
export async function listMetrics(): Promise<readonly Known[]> {
  const { registry } = metrics()
  const known = (await registry.getMetricsAsJSON()).map(({ name, help, type }) => {
    const labels = labelsOf(registry.getSingleMetric(name))
    return { name, help, type: String(type), labels }
  })
  return known.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function labelsOf(metric: object | undefined): readonly string[] {
  const labels: unknown = metric && 'labelNames' in metric ? metric.labelNames : []
  return Array.isArray(labels) ? labels.filter(label => typeof label === 'string') : []
}

/** The names under which Prometheus stores a metric. */
export function seriesOf({ name, type }: Known): readonly string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
}

/** The text of docs/metrics.md. */
export async function writeMetricsPage(): Promise<string> {
  const known = await listMetrics()
  return `# Metrics

What \`/metrics\` of an application (\`PORT\`) and of a worker (\`WORKER_PORT\`) answers, in Prometheus format. Written from \`lib/metrics.ts\` by
\`node scripts/metrics-page.ts\`. Labels are codes of ours and of banks, never a person. [alerts.md](alerts.md) says what to do when one
is out of bounds; [examples/production](../examples/production/README.md) has alert rules and a dashboard.

Queues, connections, breakers, certificates, held payments, encrypted values and the audit trail are read from the database, so every process
answers the same: take \`max\`, not \`sum\`. Calls, signatures, answers, database connections, refreshes of tokens, quota refusals, lanes and clocks are counted by
each process.

${table(known.filter(({ name }) => !/^guichet_(process|nodejs)_/.test(name)))}

Besides, all that prom-client measures of a process, as \`guichet_process_…\` and \`guichet_nodejs_…\`: CPU, memory, open files, lag of the event
loop, garbage collection.
`
}

function table(known: readonly Known[]): string {
  const rows = known.map(({ name, type, labels, help }) => {
    const names = labels.map(label => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${names} | ${help.replace(/\.$/, '')} |`
  })
  return ['| metric | kind | labels | meaning |', '|---|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) writeFileSync('docs/metrics.md', await writeMetricsPage())
