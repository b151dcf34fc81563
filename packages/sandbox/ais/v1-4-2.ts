import type { PersonAccount } from '#sandbox/store/accounts.ts'
import type { Consent } from '#sandbox/store/consents.ts'
import { dayOfPosition, type ListedEntry, referenceOf } from '#sandbox/store/entries.ts'
import type { BalanceFact } from './balances.ts'
import { ConsentMembersV142 } from './consent-body.ts'
import { absoluteDecimalOf, decimalOf, describeAccount, type ListedFacts, type Presentation } from './presentation.ts'
import { writeTransactionCode } from './transaction-code.ts'
import { v162 } from './v1-6-2.ts'

const base = '/stet/psd2/v1.4.2'
const consentLists = ['balances', 'transactions'] as const

/** Account information in version 1.4.2: the same data with every difference of § Versioning. */
export const v142: Presentation = {
  base,
  consentLists,
  consentBody: ConsentMembersV142,
  // Currency accounts are supported since v1.6.2.
  knows: account => account.currency === 'EUR',
  lists: (account, consent) => !grantsAnything(consent) || consentLists.some(list => consent[list].has(account.iban)),
  account: (facts, consent) => describeAccount(v142, facts, consent, identify(facts)),
  balance: showBalance,
  transaction: writeTransaction,
  // Neither has a path in this version: the routes answer 400.
  owners: v162.owners,
  overdraft: v162.overdraft,
  identity: v162.identity,
}

/** Whether a consent covers anything: otherwise all accounts are listed without data (§ AIS behaviour rule 2). */
function grantsAnything(consent: Consent | null): consent is Consent {
  if (consent === null) return false
  const lists = consentLists.some(list => consent[list].size > 0)
  return lists || consent.psuIdentity || consent.trustedBeneficiaries
}

/** No `features:` in `details`, and a card number is a `CPAN`. */
function identify({ account, bic }: ListedFacts): Record<string, unknown> {
  const { iban, currency, cardNumber } = account
  if (account.kind === 'account') return { accountId: { iban, currency }, bicFi: bic }
  return {
    accountId: { currency, other: { identification: cardNumber, schemeName: 'CPAN', issuer: 'SI' } },
    details: 'Carte à débit différé',
    linkedAccount: account.backingId,
  }
}

/** Outstandings of a card are positive, and `OTHR`: `ITAV` and `PRCD` were added in v1.6.2. `OTHR` has no date. */
function showBalance({ type, name, amountMinor, currency, referenceDate }: BalanceFact): Record<string, unknown> {
  const ofCard = type === 'ITAV' || type === 'PRCD'
  return {
    balanceType: ofCard ? 'OTHR' : type,
    name,
    balanceAmount: { amount: decimalOf(ofCard ? -amountMinor : amountMinor), currency },
    referenceDate: ofCard ? undefined : (referenceDate ?? undefined),
  }
}

/** `BOOK` or `OTHR`; an expected date is also in `bookingDate`, and a missing reference is an empty one. */
function writeTransaction(account: PersonAccount, entry: ListedEntry): string {
  const { amount, status, position, valueOn, happenedOn, linesJson } = entry
  const booked = status === 'BOOK'
  const reference = referenceOf(position)
  return (
    `{"resourceId":"${account.id.slice(0, 8)}${reference}","entryReference":"${booked ? reference : ''}",` +
    `"remittanceInformation":${linesJson},` +
    `"transactionAmount":{"amount":"${absoluteDecimalOf(amount)}","currency":"${account.currency}"},` +
    `${writeTransactionCode(account, entry)}"bookingDate":"${dayOfPosition(position)}",` +
    `${booked ? `"valueDate":"${valueOn}",` : ''}${status === 'FUTR' ? '' : `"transactionDate":"${happenedOn}",`}` +
    `"creditDebitIndicator":"${amount.startsWith('-') ? 'DBIT' : 'CRDT'}","status":"${booked ? 'BOOK' : 'OTHR'}"}`
  )
}
