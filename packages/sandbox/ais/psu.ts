import { troubleOf } from '#sandbox/people/catalogue.ts'
import { bankDay } from '#sandbox/people/today.ts'
import { type Consent, findConsent } from '#sandbox/store/consents.ts'
import { findPerson, type Person } from '#sandbox/store/people.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { refuse } from '#sandbox/wire/refuse.ts'

/** PSU and TPP of a call. Consent and batch limits are per PSU and TPP. */
export type Call = {
  readonly person: Person
  readonly tppId: string
  /** The bank's day in Paris, `YYYY-MM-DD`. */
  readonly today: string
  readonly now: Date
}

/** The token's PSU must still be a subscriber: else 403 `IPSU`. Fills `person`. */
export const knowsSubscriber: Step = exchange => {
  const person = exchange.grant?.personId ? findPerson(exchange.sandbox.db, exchange.grant.personId) : null
  if (!person) refuse('IPSU', 'Unregistered subscriber number')
  if (troubleOf(person.id) === 'unregistered') refuse('IPSU', 'Unregistered subscriber number')
  if (person.status === 'terminated') refuse('IPSU', 'Terminated subscription')
  exchange.person = person
}

/** The system that keeps the accounts of this PSU must answer: else 503 `INTS`. */
export const simulateOutage: Step = namedStep('reachesSystem', exchange => {
  if (troubleOf(callOf(exchange).person.id) === 'unreachable') refuse('INTS')
})

/** The data that the steps after `knowsSubscriber` need. */
export function callOf({ person, grant, sandbox }: Exchange): Call {
  if (!person || !grant) throw new Error('the PSU is known behind knowsSubscriber')
  return { person, tppId: grant.tppId, today: bankDay(sandbox), now: sandbox.clock.now() }
}

/** The consent of this PSU to this TPP, read again on each call (§ AIS behaviour rule 11); null before the first. */
export function consentOf(exchange: Exchange): Consent | null {
  const known = consents.get(exchange)
  if (known !== undefined) return known
  const { person, tppId } = callOf(exchange)
  const consent = findConsent(exchange.sandbox.db, person.id, tppId)
  consents.set(exchange, consent)
  return consent
}

// Several steps of a call need it.
const consents = new WeakMap<Exchange, Consent | null>()

/**
 * `workspace` (bank:D32): a PSU has one, with the number of the subscription they authenticated with (the part of a professional
 * identifier before `-`); that is also the default. Any other value is 400 `FF01`.
 */
export const namesWorkspace: Step = exchange => {
  const asked = exchange.query.get('workspace')
  if (asked === null) return
  const [subscription] = callOf(exchange).person.identifier.split('-')
  if (asked !== subscription) refuse('FF01', 'workspace is unknown')
}
