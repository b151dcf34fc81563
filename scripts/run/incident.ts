import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { closeDb } from '#lib/db.ts'
import { reportKinds } from '#lib/domain/incidents/classification.ts'
import { incidentPdf } from '#lib/files/export/incident-pdf.ts'
import { reportIncident } from '#lib/services/operator/incident.ts'
import { readOwnOutages } from '#lib/services/operator/own-outages.ts'
import { describeError, loadEnvFile } from '#scripts/command.ts'

/** Of its files. */
const ownersAlone = { mode: 0o600 }

const usage = `npm run incident -- --from 2026-11-26T08:10Z --to 2026-11-26T11:40Z --kind initial

  Writes what Guichet knows about an incident, for the reports to the authority (DORA, art. 19), as JSON and PDF:
  incident-<kind>.json, incident-<kind>.pdf. docs/operations/incident.md says what is yours to add, and by when.

  --from, --to        the incident, in UTC or with an offset
  --kind              ${reportKinds.join(', ')}
  --aware             when you learned of it; otherwise --from
  --classified        when you classified it as major
  --initial-sent, --intermediate-sent   when these reports were sent
  --mode              live (otherwise) or test payments
  --prometheus        its address, e.g. http://localhost:9090, for our own outages: what its probe of the site saw
  --language          en (otherwise) or fr
  --out               the folder to write to; otherwise this one
  Variables: DATABASE_URL, LEGAL_… of .env.example.`

const error = ({ input }: { readonly input?: unknown }) =>
  input === undefined ? 'is missing' : 'must be a time such as 2026-11-26T08:10Z'
const moment = z
  .union([z.iso.datetime({ offset: true, precision: -1 }), z.iso.datetime({ offset: true })], { error })
  .transform(text => new Date(text))

const Options = z
  .object({
    from: moment,
    to: moment,
    kind: z.enum(reportKinds),
    aware: moment.optional(),
    classified: moment.optional(),
    'initial-sent': moment.optional(),
    'intermediate-sent': moment.optional(),
    prometheus: z.url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:9090' }).optional(),
    mode: z.enum(['live', 'test']).default('live'),
    language: z.enum(['fr', 'en']).default('en'),
    out: z.string().default('.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after --from' })

try {
  const text = { type: 'string' } as const
  const options = {
    from: text,
    to: text,
    kind: text,
    aware: text,
    classified: text,
    prometheus: text,
    mode: text,
    language: text,
    out: text,
  }
  const sent = { 'initial-sent': text, 'intermediate-sent': text }
  const { values } = parseArgs({ options: { ...options, ...sent, help: { type: 'boolean', short: 'h' } } })
  if (values.help) console.log(usage)
  else await writeReport(values)
} catch (error) {
  const faults =
    error instanceof z.ZodError
      ? error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`)
      : [describeError(error)]
  console.error(`${faults.join('\n')}\n\n${usage}`)
  process.exitCode = 2
} finally {
  await closeDb()
}

async function writeReport(values: unknown): Promise<void> {
  loadEnvFile()
  const { from, to, kind, mode, language, out, ...given } = Options.parse(values)
  const dates = {
    awareAt: given.aware ?? from,
    classifiedAt: given.classified ?? null,
    initialSentAt: given['initial-sent'] ?? null,
    intermediateSentAt: given['intermediate-sent'] ?? null,
  }
  const ownOutages = given.prometheus === undefined ? null : await readOwnOutages(given.prometheus, from, to)
  const report = await reportIncident({ kind, from, to, mode, dates, ownOutages })
  mkdirSync(out, { recursive: true })
  const file = join(out, `incident-${kind}`)
  writeFileSync(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`, ownersAlone)
  writeFileSync(`${file}.pdf`, await incidentPdf(report, language), ownersAlone)
  const due = report.due[kind]
  console.log(`${file}.json, ${file}.pdf${due === null ? '' : `; to be sent before ${due}`}`)
}
