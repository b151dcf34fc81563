import type { Step } from '#sandbox/wire/exchange.ts'
import { linkTo } from './presentation.ts'
import { callOf } from './psu.ts'
import { presentationOf } from './versions.ts'

/** `GET /end-user-identity` (D23). Refusals: `isIdentityGranted`. */
export const showIdentity: Step = exchange => {
  const presentation = presentationOf(exchange)
  const links = { self: linkTo(exchange.target), 'parent-list': linkTo(`${presentation.base}/accounts`) }
  return { status: 200, body: { ...presentation.identity(callOf(exchange).person), _links: links } }
}
