import { troubleOf } from '#sandbox/people/catalogue.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { consentLists, replaceConsent } from '#sandbox/store/consents.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { readConsentBody } from './consent-body.ts'
import { callOf } from './psu.ts'
import { presentationOf } from './versions.ts'

/**
 * `PUT /consents`: stores what the PSU lets this TPP read, replacing everything before (§ AIS behaviour rule 11). 201 with an empty object
 * (bank:D27). Refuses a malformed body with 400 `FF01` and an IBAN that is not the PSU's with 403 `NGAC`, storing nothing (bank:D58). 501 `NIMP`
 * for a customer whose consents need two signatures.
 */
export const recordConsent: Step = exchange => {
  const { person, tppId, now } = callOf(exchange)
  if (troubleOf(person.id) === 'two_signatures') {
    refuse('NIMP', 'A consent of this customer needs two signatures, which cannot be collected here')
  }
  const { db } = exchange.sandbox
  const presentation = presentationOf(exchange)
  const body = readConsentBody(exchange.body, exchange.headers.get('content-type'), presentation)
  const own = new Set(
    accountsOf(db, person.id)
      .filter(account => account.kind === 'account' && presentation.knows(account))
      .map(account => account.iban),
  )
  for (const list of consentLists) {
    if ([...body[list]].some(iban => !own.has(iban))) refuse('NGAC', `${list} names an IBAN that is not the PSU's`)
  }
  replaceConsent(db, person.id, tppId, { ...body, recordedAt: now })
  return { status: 201, body: {} }
}
