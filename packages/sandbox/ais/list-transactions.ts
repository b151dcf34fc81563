import type { PersonAccount } from '#sandbox/store/accounts.ts'
import { countEntries, pageEntries, type Stretch } from '#sandbox/store/entries.ts'
import type { Answer, Exchange, Step } from '#sandbox/wire/exchange.ts'
import { lastPageOf, pageAsked, pageLinks } from './paging.ts'
import { linkTo, resourceLinks } from './presentation.ts'
import { callOf, consentOf } from './psu.ts'
import { accountOf } from './resource.ts'
import { readTransactionQuery } from './transaction-query.ts'
import { presentationOf } from './versions.ts'

/**
 * `GET /accounts/{id}/transactions`: transactions of an account, slips of a card, newest first (§ AIS behaviour rules 9 and 10); 204 for a
 * card without slips in the window. A currency account is not paged. Refusals: `isGranted`, `readTransactionQuery`, 400 `IPGN`.
 */
export const listTransactions: Step = exchange => {
  const { account, stretch, pageSize, last } = readSelection(exchange)
  const page = pageAsked(exchange.query, last)
  const slice = pageSize === null ? { offset: 0, limit: null } : { offset: (page - 1) * pageSize, limit: pageSize }
  const entries = pageEntries(exchange.sandbox.db, stretch, slice)
  // Accounts get an empty list (rule 9); a card without slips has no content.
  if (account.kind === 'card' && entries.length === 0) return { status: 204 }
  const presentation = presentationOf(exchange)
  const { balances } = resourceLinks(presentation, account, consentOf(exchange))
  const links = {
    ...(pageSize === null ? { self: linkTo(exchange.target) } : pageLinks(exchange, page, last)),
    balances,
    'parent-list': linkTo(`${presentation.base}/accounts`),
  }
  const rows = entries.map(entry => presentation.transaction(account, entry)).join(',')
  return answerText(`{"transactions":[${rows}],"_links":${JSON.stringify(links)}}`)
}

/** The last page of the selected transactions. */
export function lastPageOfTransactions(exchange: Exchange): number {
  return readSelection(exchange).last
}

type Selection = {
  readonly account: PersonAccount
  readonly stretch: Stretch
  /** Null if not paged. */
  readonly pageSize: number | null
  readonly last: number
}

function readSelection(exchange: Exchange): Selection {
  const account = accountOf(exchange)
  const { db, settings } = exchange.sandbox
  const stretch = readTransactionQuery(exchange.query, account.id, callOf(exchange).today)
  if (account.currency !== 'EUR') return { account, stretch, pageSize: null, last: 1 }
  const pageSize = settings.pageTransactions
  return { account, stretch, pageSize, last: lastPageOf(countEntries(db, stretch), pageSize) }
}

/**
 * 200 with a body that is JSON text already, which is sent unchanged. `body` parses it for those who need its members (the faults of the
 * desk).
 */
function answerText(text: string): Answer {
  return {
    status: 200,
    text,
    get body(): unknown {
      return JSON.parse(text)
    },
  }
}
