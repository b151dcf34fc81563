import { findBank } from '#sandbox/banks.ts'
import { accountsOf, type HeldAccount } from '#sandbox/store/accounts.ts'
import { type Consent, consentLists } from '#sandbox/store/consents.ts'
import type { Exchange, Step } from '#sandbox/wire/exchange.ts'
import { refuse } from '#sandbox/wire/refuse.ts'
import { balancesOf } from './balances.ts'
import { isListedCard } from './cards.ts'
import { lastPageOf, pageAsked, pageLinks } from './paging.ts'
import { type ListedFacts, linkTo } from './presentation.ts'
import { callOf, consentOf } from './psu.ts'
import { presentationOf } from './versions.ts'

/**
 * `GET /accounts`: every account of the PSU on every call (§ AIS behaviour rule 1), page by page; balances, links and
 * cards by the consent (rules 3 and 4). 404 `NAAC` when there is none, 400 `IPGN` for a page out of range.
 */
export const listAccounts: Step = exchange => {
  const consent = consentOf(exchange)
  const listed = listedAccounts(exchange, consent)
  const pageSize = exchange.sandbox.settings.pageAccounts
  const last = lastPageOf(listed.length, pageSize)
  const page = pageAsked(exchange.query, last)
  const presentation = presentationOf(exchange)
  const rows = listed.slice((page - 1) * pageSize, page * pageSize)
  return {
    status: 200,
    body: {
      accounts: rows.map(account => presentation.account(factsOf(exchange, account, consent), consent)),
      _links: {
        ...pageLinks(exchange, page, last),
        ...(consent?.psuIdentity ? { endUserIdentity: linkTo(`${presentation.base}/end-user-identity`) } : {}),
      },
    },
  }
}

/** Number of the last page of the account list as this PSU and TPP see it. */
export function lastPageOfAccounts(exchange: Exchange): number {
  const listed = listedAccounts(exchange, consentOf(exchange))
  return lastPageOf(listed.length, exchange.sandbox.settings.pageAccounts)
}

function listedAccounts(exchange: Exchange, consent: Consent | null): HeldAccount[] {
  const { person, today } = callOf(exchange)
  const { db } = exchange.sandbox
  const listed = accountsOf(db, person.id).filter(account => {
    if (account.status === 'closed') return false
    if (account.kind === 'account') return true
    // Rule 3: no card is returned for an account that is not consented.
    return isConsented(consent, account.iban) && isListedCard(db, account, today)
  })
  return listed.length > 0 ? listed : refuse('NAAC')
}

const isConsented = (consent: Consent | null, iban: string): boolean =>
  consent !== null && consentLists.some(list => consent[list].has(iban))

function factsOf(exchange: Exchange, account: HeldAccount, consent: Consent | null): ListedFacts {
  const { db } = exchange.sandbox
  const granted = consent?.balances.has(account.iban) && account.status === 'open'
  return {
    account,
    bic: findBank(account.bankCode)?.bic ?? '',
    balances: granted ? balancesOf(db, account, callOf(exchange).now) : null,
  }
}
