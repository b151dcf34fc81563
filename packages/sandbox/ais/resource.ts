import { findAccountOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import type { ConsentList } from '#sandbox/store/consents.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { namedStep } from '#sandbox/wire/named-step.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { isAvailableCard } from './cards.ts'
import { callOf, consentOf } from './psu.ts'
import { presentationOf } from './versions.ts'

/** The account or card in the path. Refuses one that the PSU does not have: 404 `AC01`. */
export function accountOf(exchange: Exchange): PersonAccount {
  const known = named.get(exchange)
  if (known) return known
  const { person } = callOf(exchange)
  const account = findAccountOf(exchange.sandbox.db, person.id, exchange.params.id ?? '')
  if (!account || !presentationOf(exchange).knows(account)) return refuse('AC01')
  named.set(exchange, account)
  return account
}

// Several steps of a call need the same account.
const named = new WeakMap<Exchange, PersonAccount>()

/**
 * The account must exist and be open, a card still be used (else it is CDNA, whatever its account), and its IBAN be in this list
 * of the consent (§ AIS behaviour rules 3 and 5): else 404 `AC01`, 403 `AC04`, 403 `AC06`, 404 `CDNA`, 403 `NGAC`. A card follows
 * its backing account.
 */
export function isGranted(list: ConsentList): Step {
  return namedStep(`isGranted ${list}`, exchange => {
    const account = accountOf(exchange)
    const { status } = backingOf(exchange, account)
    if (status === 'closed') refuse('AC04')
    if (status === 'blocked') refuse('AC06')
    // A card has no overdraft of its own.
    if (account.kind === 'card' && list === 'overdrafts') refuse('AC01', 'A card has no overdrafts')
    if (!consentOf(exchange)?.[list].has(account.iban)) refuse('NGAC', `The PSU's consent does not cover ${list} here`)
    if (account.kind === 'card' && !isAvailableCard(exchange.sandbox.db, account, callOf(exchange).today))
      refuse('CDNA')
  })
}

/** The account itself, or the backing account of a card, whose state the card shares. */
export function backingOf(exchange: Exchange, account: PersonAccount): PersonAccount {
  if (account.backingId === null) return account
  return findAccountOf(exchange.sandbox.db, callOf(exchange).person.id, account.backingId) ?? account
}

/** Identity is granted only by `psuIdentity`: else 403 `NGAC`. */
export const isIdentityGranted: Step = exchange => {
  if (!consentOf(exchange)?.psuIdentity) refuse('NGAC', "The PSU's consent does not cover the identity")
}
