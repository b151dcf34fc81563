import type { Step } from '#sandbox/wire/exchange.ts'
import { linkTo } from './presentation.ts'
import { accountOf } from './resource.ts'
import { presentationOf } from './versions.ts'

/** `GET /accounts/{id}/overdrafts` (D21); 0.00 when none is authorised. Refusals: `isGranted`. */
export const showOverdrafts: Step = exchange => {
  const presentation = presentationOf(exchange)
  const links = { self: linkTo(exchange.target), 'parent-list': linkTo(`${presentation.base}/accounts`) }
  return { status: 200, body: { ...presentation.overdraft(accountOf(exchange)), _links: links } }
}
