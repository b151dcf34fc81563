import type { HeldAccount, Owner } from '#sandbox/store/accounts.ts'
import { consentLists } from '#sandbox/store/consents.ts'
import { dayOfPosition, type Entry, referenceOf } from '#sandbox/store/entries.ts'
import type { BalanceFact } from './balances.ts'
import { ConsentMembers } from './consent-body.ts'
import { decimalOf, type ListedFacts, type Presentation, resourceLinks } from './presentation.ts'
import { showTransactionCode } from './transaction-code.ts'

const base = '/stet/psd2/v1.6.2'

/** Account information as version 1.6.2 writes it. */
export const v162: Presentation = {
  base,
  consentLists,
  consentBody: ConsentMembers,
  knows: () => true,
  // § AIS behaviour rule 1
  lists: () => true,
  account(facts, consent) {
    const { account, balances } = facts
    return {
      cashAccountType: account.kind === 'card' ? 'CARD' : 'CACC',
      ...identify(facts),
      resourceId: account.id,
      product: account.product,
      ...(balances ? { balances: balances.map(showBalance) } : {}),
      usage: account.usage,
      psuStatus: account.psuStatus === 'Account Holder' ? 'Account Holder' : 'Account Co-Holder',
      name: account.name,
      _links: resourceLinks(v162, account, consent),
    }
  },
  balance: showBalance,
  transaction: showTransaction,
  owners: showOwners,
  overdraft: account => ({
    overdrafts: { allowedAmount: { amount: decimalOf(account.overdraftMinor), currency: account.currency } },
  }),
  identity: ({ firstName, lastName }) => ({
    connectedPsu: `${firstName} ${lastName}`.toUpperCase(),
    firstName,
    lastName,
  }),
}

/** D26 for cards; `details` carries the features of an account (document 1, Account). */
function identify({ account, bic }: ListedFacts): Record<string, unknown> {
  const { iban, currency, cardNumber, features } = account
  if (account.kind === 'card') {
    return {
      accountId: { currency, other: { identification: cardNumber, schemeName: 'TPAN', issuer: 'SI' } },
      details: 'Carte à débit différé',
      linkedAccount: account.backingId,
    }
  }
  return {
    accountId: { iban, currency },
    bicFi: bic,
    ...(features.length > 0 ? { details: `features:${features.join(',')}` } : {}),
  }
}

/** Outstandings of a card are negative in this version (§ AIS behaviour rule 7), as the fact has them. */
function showBalance({ type, name, amountMinor, currency, referenceDate }: BalanceFact): Record<string, unknown> {
  return {
    balanceType: type,
    name,
    balanceAmount: { amount: decimalOf(amountMinor), currency },
    ...(referenceDate === null ? {} : { referenceDate }),
  }
}

/** The sign stands in `creditDebitIndicator`; the amount is absolute (D29). */
function showTransaction(account: HeldAccount, entry: Entry): Record<string, unknown> {
  const { amountMinor, lines, status, endToEndId } = entry
  const reference = referenceOf(entry.position)
  return {
    resourceId: `${account.id.slice(0, 8)}${reference}`,
    ...(status === 'BOOK' ? { entryReference: reference } : {}),
    remittanceInformation: { unstructured: lines },
    transactionAmount: { amount: decimalOf(amountMinor < 0n ? -amountMinor : amountMinor), currency: account.currency },
    ...showTransactionCode(account, entry),
    ...showDates(entry),
    creditDebitIndicator: amountMinor < 0n ? 'DBIT' : 'CRDT',
    status,
    ...(endToEndId === null ? {} : { endToEndId }),
  }
}

/** § AIS behaviour rule 10: what is not booked has an expected booking date, and what is yet to come no other. */
function showDates(entry: Entry): Record<string, unknown> {
  const day = dayOfPosition(entry.position)
  const { valueOn, happenedOn } = entry
  if (entry.status === 'BOOK') return { bookingDate: day, valueDate: valueOn, transactionDate: happenedOn }
  return { expectedBookingDate: day, ...(entry.status === 'FUTR' ? {} : { transactionDate: happenedOn }) }
}

/** D22: persons in `identities`, a legal entity in `company`. */
function showOwners(owners: readonly Owner[]): Record<string, unknown> {
  const company = owners.find(owner => owner.company !== null)?.company
  return {
    identities: owners
      .filter(owner => owner.company === null)
      .map(({ fullName, role }) => ({ fullName, ...(role === null ? {} : { role }) })),
    ...(company ? { company: { identification: company.number, schemeName: company.scheme, issuer: 'INSEE' } } : {}),
  }
}
