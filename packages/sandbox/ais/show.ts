import { ownersOf } from '#sandbox/store/accounts.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { linkTo } from './presentation.ts'
import { callOf } from './psu.ts'
import { accountOf } from './resource.ts'
import { presentationOf } from './versions.ts'

/** `GET /accounts/{id}/owners` (bank:D22). Refusals: `isGranted`. */
export const showOwners: Step = exchange => {
  const presentation = presentationOf(exchange)
  const owners = ownersOf(exchange.sandbox.db, accountOf(exchange).id)
  const links = { self: linkTo(exchange.target), 'parent-list': linkTo(`${presentation.base}/accounts`) }
  return { status: 200, body: { ...presentation.owners(owners), _links: links } }
}

/** `GET /accounts/{id}/overdrafts` (bank:D21); 0.00 if none is authorised. Refusals: `isGranted`. */
export const showOverdrafts: Step = exchange => {
  const presentation = presentationOf(exchange)
  const links = { self: linkTo(exchange.target), 'parent-list': linkTo(`${presentation.base}/accounts`) }
  return { status: 200, body: { ...presentation.overdraft(accountOf(exchange)), _links: links } }
}

/** `GET /end-user-identity` (bank:D23); 204 if the subscription has no first and last name. Refusals: `isIdentityGranted`. */
export const showIdentity: Step = exchange => {
  const { person } = callOf(exchange)
  // A company's subscription may have no personal name.
  if (person.firstName === '') return { status: 204 }
  const presentation = presentationOf(exchange)
  const links = { self: linkTo(exchange.target), 'parent-list': linkTo(`${presentation.base}/accounts`) }
  return { status: 200, body: { ...presentation.identity(person), _links: links } }
}
