import { z } from 'zod'
import { criteria, judgedCriteria, reportKinds } from '#lib/domain/incidents/classification.ts'

/** A report about an incident, as an operator completes and sends it to the authority (DORA, art. 19). */

const Moment = z.iso.datetime()
const Part = z.object({ affected: z.int(), all: z.int() })

export const IncidentReport = z.object({
  format: z.literal('guichet-incident/1'),
  kind: z.enum(reportKinds),
  madeAt: Moment,
  entity: z.object({ name: z.string(), authorisation: z.string(), contact: z.string() }),
  mode: z.enum(['live', 'test']),
  from: Moment,
  to: Moment,
  awareAt: Moment,
  classifiedAt: Moment.nullable(),
  /** Until when each report must be sent; null: counted from a report that was not sent yet. */
  due: z.object({ initial: Moment, intermediate: Moment.nullable(), final: Moment.nullable() }),
  counted: z.object({
    people: Part,
    merchants: Part,
    payments: z.object({ affected: z.int(), dailyAverage: z.number() }),
    /** Decimal strings, in EUR. */
    amounts: z.object({ affected: z.string(), dailyAverage: z.string() }),
    durationMinutes: z.int(),
    downtimeMinutes: z.int(),
  }),
  exceeded: z.array(z.enum(criteria)),
  /** What no number of ours tells. */
  toJudge: z.array(z.enum(judgedCriteria)),
  banks: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      calls: z.int(),
      failed: z.int(),
      outages: z.array(z.object({ from: Moment, to: Moment.nullable() })),
    }),
  ),
  /** Events of the audit trail in the period, by action. */
  events: z.array(z.object({ action: z.string(), count: z.int() })),
  /** The last check of the audit trail; null: never checked. */
  auditTrail: z.object({ at: Moment, events: z.int(), heads: z.string(), breaks: z.int() }).nullable(),
})
export type IncidentReport = z.infer<typeof IncidentReport>
