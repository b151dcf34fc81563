import { ownersOf } from '#sandbox/store/accounts.ts'
import type { Step } from '#sandbox/wire/exchange.ts'
import { linkTo } from './presentation.ts'
import { accountOf } from './resource.ts'
import { presentationOf } from './versions.ts'

/** `GET /accounts/{id}/owners` (D22). Refusals: `isGranted`. */
export const showOwners: Step = exchange => {
  const presentation = presentationOf(exchange)
  const owners = ownersOf(exchange.sandbox.db, accountOf(exchange).id)
  const links = { self: linkTo(exchange.target), 'parent-list': linkTo(`${presentation.base}/accounts`) }
  return { status: 200, body: { ...presentation.owners(owners), _links: links } }
}
