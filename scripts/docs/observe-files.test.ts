import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { listMetrics, seriesOf } from './metrics-page.ts'

const production = 'examples/production'
const readYaml = (name: string): unknown => parse(readFileSync(`${production}/prometheus/${name}`, 'utf8'))

const Alert = z.strictObject({
  alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({ summary: z.string().min(10), runbook: z.string() }),
})
const Rules = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(Alert).min(1) })) })
const alerts = Rules.parse(readYaml('alerts.yml')).groups.flatMap(({ rules }) => rules)

const Target = z.looseObject({ expr: z.string(), legendFormat: z.string() })
const Panel = z.looseObject({
  id: z.number(),
  type: z.string(),
  title: z.string(),
  targets: z.array(Target).optional(),
})
const Dashboard = z.looseObject({ uid: z.literal('guichet'), panels: z.array(Panel) })
const { panels } = Dashboard.parse(JSON.parse(readFileSync(`${production}/grafana/guichet.json`, 'utf8')))

test('alert rules and dashboard name only metrics and labels that exist', async () => {
  const known = new Map((await listMetrics()).flatMap(one => seriesOf(one).map(name => [name, one.labels] as const)))
  const used = [...alerts, ...panels.flatMap(({ targets }) => targets ?? [])].map(({ expr }) => expr)
  expect(used.length).toBeGreaterThan(40)
  const unknown = used.flatMap(expr =>
    Array.from(expr.matchAll(/\b(guichet_\w+)(?:\{([^}]*)\})?/g)).flatMap(([, name = '', matchers = '']) => {
      const labels = Array.from(matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g), ([, label = '']) => label)
      return known.has(name) ? labels.filter(label => !known.get(name)?.includes(label)) : [name]
    }),
  )
  expect(unknown).toEqual([])
})

test('every metric of ours is on the dashboard', async () => {
  const shown = JSON.stringify(panels)
  const ours = (await listMetrics()).filter(({ name }) => !/^guichet_(process|nodejs)_/.test(name))
  expect(ours.flatMap(({ name }) => (shown.includes(name) ? [] : [name]))).toEqual([])
})

test('every alert has its own name and a heading that says what to do, and no heading is left over', () => {
  const [, text = ''] = readFileSync('docs/operations/incident.md', 'utf8').split('\n## Alerts\n')
  const headings = Array.from(text.matchAll(/^### (.+)$/gm), ([, title = '']) => title)
  expect(headings).toEqual(alerts.map(({ alert }) => alert))
  expect(new Set(headings).size).toBe(headings.length)
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook).toBe(`docs/operations/incident.md#${alert.toLowerCase()}`)
})

test('the jobs that the rules name are those of prometheus.yml', () => {
  const Config = z.looseObject({ scrape_configs: z.array(z.looseObject({ job_name: z.string() })) })
  const jobs = Config.parse(readYaml('prometheus.yml')).scrape_configs.map(({ job_name }) => job_name)
  const named = alerts.flatMap(({ expr }) => Array.from(expr.matchAll(/job="([^"]+)"/g), ([, job]) => job))
  expect(named.length).toBeGreaterThan(0)
  expect(jobs).toEqual(expect.arrayContaining(named))
})

test('the dashboard has a row for each part, and every panel its own number', () => {
  expect(panels.flatMap(({ type, title }) => (type === 'row' ? [title] : []))).toEqual([
    'People',
    'Banks',
    'Payments',
    'Webhooks',
    'Queues',
    'Processes',
  ])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})
