import type { Step } from '#sandbox/wire/exchange.ts'
import { linkTo } from './presentation.ts'
import { callOf } from './psu.ts'
import { presentationOf } from './versions.ts'

/** `GET /end-user-identity` (D23); 204 when the subscription has no first and last name. Refusals: `isIdentityGranted`. */
export const showIdentity: Step = exchange => {
  const { person } = callOf(exchange)
  // The subscription of a company may have no person's name.
  if (person.firstName === '') return { status: 204 }
  const presentation = presentationOf(exchange)
  const links = { self: linkTo(exchange.target), 'parent-list': linkTo(`${presentation.base}/accounts`) }
  return { status: 200, body: { ...presentation.identity(person), _links: links } }
}
