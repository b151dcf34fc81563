import { z } from 'zod'
import { criteria, judgedCriteria, reportKinds } from '#lib/domain/incidents/classification.ts'

/** DORA, art. 19. */

const Moment = z.iso.datetime()
const Outage = z.object({ from: Moment, to: Moment.nullable() })
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
  /** Null: counted from a report not sent yet. */
  due: z.object({ initial: Moment, intermediate: Moment.nullable(), final: Moment.nullable() }),
  counted: z.object({
    people: Part,
    merchants: Part,
    payments: z.object({ affected: z.int(), dailyAverage: z.number() }),
    /** EUR, decimal strings. */
    amounts: z.object({ affected: z.string(), dailyAverage: z.string() }),
    durationMinutes: z.int(),
    downtimeMinutes: z.int(),
  }),
  exceeded: z.array(z.enum(criteria)),
  toJudge: z.array(z.enum(judgedCriteria)),
  /** Null: not known. */
  ownOutages: z.array(Outage).nullable(),
  banks: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      calls: z.int(),
      failed: z.int(),
      outages: z.array(Outage),
    }),
  ),
  events: z.array(z.object({ action: z.string(), count: z.int() })),
  /** Null: never. */
  auditTrail: z.object({ at: Moment, events: z.int(), heads: z.string(), breaks: z.int() }).nullable(),
})
export type IncidentReport = z.infer<typeof IncidentReport>
