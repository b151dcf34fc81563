import { findBank } from '#sandbox/banks.ts'
import { accountsOf, type PersonAccount } from '#sandbox/store/accounts.ts'
import type { Consent } from '#sandbox/store/consents.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { balancesOf } from './balances.ts'
import { isListedCard } from './cards.ts'
import { lastPageOf, pageAsked, pageLinks } from './paging.ts'
import { type ListedFacts, linkTo, type Presentation } from './presentation.ts'
import { callOf, consentOf } from './psu.ts'
import { backingOf } from './resource.ts'
import { presentationOf } from './versions.ts'

/**
 * `GET /accounts`, page by page: in v1.6.2 always all accounts of the PSU (§ AIS behaviour rule 1), in v1.4.2 all of them before
 * consent and only the consented ones after it (rule 2); balances, links and cards by consent (rules 3 and 4). A blocked or
 * closed account is listed without them, because nothing of it can be read. 204 for a PSU without accounts, 404 `NAAC` if none is
 * eligible (all closed) or consented, 400 `IPGN` for a page out of range.
 */
export const listAccounts: Step = exchange => {
  const consent = consentOf(exchange)
  const listed = listedAccounts(exchange, consent)
  if (listed === null) return { status: 204 }
  const pageSize = exchange.sandbox.settings.pageAccounts
  const last = lastPageOf(listed.length, pageSize)
  const page = pageAsked(exchange.query, last)
  const presentation = presentationOf(exchange)
  const rows = listed.slice((page - 1) * pageSize, page * pageSize)
  return {
    status: 200,
    body: {
      // A blocked or closed account has no links, because none would work.
      accounts: rows.map(account =>
        presentation.account(factsOf(exchange, account, consent), account.status === 'open' ? consent : null),
      ),
      _links: {
        ...pageLinks(exchange, page, last),
        endUserIdentity: consent?.psuIdentity ? linkTo(`${presentation.base}/end-user-identity`) : undefined,
      },
    },
  }
}

/** The last page of the account list for this PSU and TPP. */
export function lastPageOfAccounts(exchange: Exchange): number {
  const listed = listedAccounts(exchange, consentOf(exchange)) ?? []
  return lastPageOf(listed.length, exchange.sandbox.settings.pageAccounts)
}

/** Null if the PSU has no account at all. */
function listedAccounts(exchange: Exchange, consent: Consent | null): PersonAccount[] | null {
  const { person, today } = callOf(exchange)
  const { db } = exchange.sandbox
  const presentation = presentationOf(exchange)
  const accounts = accountsOf(db, person.id)
  if (accounts.length === 0) return null
  const listed = accounts.filter(account => {
    if (!presentation.knows(account)) return false
    if (account.kind === 'account') return presentation.lists(account, consent)
    // Rule 3: no card is returned for an account that is not consented.
    const consented = isConsented(presentation, consent, account.iban)
    return consented && isListedCard(db, account, today) && backingOf(exchange, account).status === 'open'
  })
  return listed.some(({ status }) => status !== 'closed') ? listed : refuse('NAAC')
}

const isConsented = ({ consentLists }: Presentation, consent: Consent | null, iban: string): boolean =>
  consent !== null && consentLists.some(list => consent[list].has(iban))

function factsOf(exchange: Exchange, account: PersonAccount, consent: Consent | null): ListedFacts {
  const { db } = exchange.sandbox
  const granted = consent?.balances.has(account.iban) && account.status === 'open'
  return {
    account,
    bic: findBank(account.bankCode)?.bic ?? '',
    balances: granted ? balancesOf(db, account, callOf(exchange).now) : null,
  }
}
