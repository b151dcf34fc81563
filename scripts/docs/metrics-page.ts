import { metrics } from '#lib/metrics.ts'
import { code, tableOf } from './table.ts'

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

/** The text of docs/operations/metrics.md, from lib/metrics.ts. */
export async function writeMetricsPage(): Promise<string> {
  const known = (await listMetrics()).filter(({ name }) => !/^guichet_(process|nodejs)_/.test(name))
  const rows = known.map(({ name, type, labels, help }) => [code([name]), type, code(labels), help.replace(/\.$/, '')])
  return `# Metrics

What \`/metrics\` of an application and of a worker answers, in Prometheus format; \`node scripts/docs/write.ts\` writes this page. Labels are codes,
never a person. [Alerts](incident.md#alerts) say what to do. \`guichet_process_…\` and \`guichet_nodejs_…\` are what prom-client measures of a process.

Queues, connections, breakers, certificates, held payments, encrypted values and the audit trail are read from the database: take \`max\`, not \`sum\`. All
else is counted by each process.

${tableOf(['metric', 'kind', 'labels', 'meaning'], rows)}
`
}
