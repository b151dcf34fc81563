import type { Step } from '#sandbox/wire/exchange.ts'
import { balancesOf } from './balances.ts'
import { linkTo, resourceLinks } from './presentation.ts'
import { callOf, consentOf } from './psu.ts'
import { accountOf } from './resource.ts'
import { presentationOf } from './versions.ts'

/** `GET /accounts/{id}/balances`: balances of an account, outstandings of a card. Refusals: `isGranted`. */
export const listBalances: Step = exchange => {
  const account = accountOf(exchange)
  const presentation = presentationOf(exchange)
  const { transactions, overdrafts } = resourceLinks(presentation, account, consentOf(exchange))
  return {
    status: 200,
    body: {
      balances: balancesOf(exchange.sandbox.db, account, callOf(exchange).now).map(presentation.balance),
      _links: {
        self: linkTo(exchange.target),
        ...(transactions ? { transactions } : {}),
        ...(overdrafts ? { overdrafts } : {}),
        'parent-list': linkTo(`${presentation.base}/accounts`),
      },
    },
  }
}
