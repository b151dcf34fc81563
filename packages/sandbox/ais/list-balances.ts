import type { Step } from '#sandbox/wire/exchange.ts'
import { balancesOf } from './balances.ts'
import { hasOutstanding } from './cards.ts'
import { linkTo, resourceLinks } from './presentation.ts'
import { callOf, consentOf } from './psu.ts'
import { accountOf } from './resource.ts'
import { presentationOf } from './versions.ts'

/**
 * `GET /accounts/{id}/balances`: balances of an account, outstandings of a card; 204 for a card without outstandings. Refusals:
 * `isGranted`.
 */
export const listBalances: Step = exchange => {
  const account = accountOf(exchange)
  const { now, today } = callOf(exchange)
  const { db } = exchange.sandbox
  if (account.kind === 'card' && !hasOutstanding(db, account.id, today)) return { status: 204 }
  const presentation = presentationOf(exchange)
  const { transactions, overdrafts } = resourceLinks(presentation, account, consentOf(exchange))
  return {
    status: 200,
    body: {
      balances: balancesOf(db, account, now).map(presentation.balance),
      _links: {
        self: linkTo(exchange.target),
        transactions,
        overdrafts,
        'parent-list': linkTo(`${presentation.base}/accounts`),
      },
    },
  }
}
