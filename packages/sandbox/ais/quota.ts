import { nextParisMidnight, parisDay } from '#sandbox/clock.ts'
import { countBatchCall, forgetBatchCallsBefore } from '#sandbox/store/quota.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { refuseTooMany } from '#sandbox/wire/refuse.ts'
import { pageAsked } from './paging.ts'
import { callOf } from './psu.ts'

/** Unattended calls per calendar day, PSU, TPP, resource and page (document 1, Limits). */
export const batchCallsPerDay = 4

/**
 * Counts an unattended call, and refuses the fifth of a day in Paris: 429 `TMRQ` (bank:D5, bank:D31). Placed after the consent check, because a call
 * refused for another reason reads nothing and is not counted. `lastPage` is for paged resources, where `last` counts under its number.
 */
export function limitsBatch(kind: string, lastPage?: (exchange: Exchange) => number): Step {
  return namedStep(`limitsBatch ${kind}`, exchange => {
    if (exchange.attended) return
    const { db } = exchange.sandbox
    const { person, tppId, now } = callOf(exchange)
    const day = parisDay(now)
    const resource = exchange.params.id === undefined ? kind : `${kind} of ${exchange.params.id}`
    const page = lastPage ? String(pageAsked(exchange.query, lastPage(exchange))) : ''
    forgetBatchCallsBefore(db, day)
    const counted = countBatchCall(db, { day, personId: person.id, tppId, resource, page }, batchCallsPerDay)
    if (!counted) refuseTooMany(now, nextParisMidnight(now))
  })
}
