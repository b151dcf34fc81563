import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import { numberIn, seriesOf } from '#lib/domain/invoices/lifecycle.ts'

type Wanted = {
  readonly organisationId: string
  readonly mode: 'test' | 'live'
  readonly prefix: string
  readonly kind: 'invoice' | 'credit'
}

/**
 * The series stays locked: a failed transaction's number goes to the next, so none is missing (CGI, annexe II, art.
 * 242 nonies A, I, 7°).
 */
export async function takeNumber(
  tx: Tx,
  { organisationId, mode, prefix, kind }: Wanted,
): Promise<{ readonly number: string; readonly issuedOn: IsoDate }> {
  const today = parisDay(now())
  const name = seriesOf({ kind, mode, prefix, issuedOn: today })
  const [taken] = await tx.$queryRaw<{ last: number; day: string }[]>`
    INSERT INTO "InvoiceSeries" ("organisationId", "name", "last", "lastOn")
    VALUES (${organisationId}::uuid, ${name}, 1, ${today}::date)
    ON CONFLICT ("organisationId", "name") DO UPDATE
      SET "last" = "InvoiceSeries"."last" + 1, "lastOn" = GREATEST("InvoiceSeries"."lastOn", EXCLUDED."lastOn")
    RETURNING "last", "lastOn"::text AS "day"`
  if (taken === undefined) throw new Error('a series gave no number')
  return { number: numberIn(name, taken.last), issuedOn: taken.day }
}
