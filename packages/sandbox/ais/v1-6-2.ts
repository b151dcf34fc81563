import type { Owner, PersonAccount } from '#sandbox/store/accounts.ts'
import { consentLists } from '#sandbox/store/consents.ts'
import { dayOfPosition, type ListedEntry, referenceOf } from '#sandbox/store/entries.ts'
import type { BalanceFact } from './balances.ts'
import { ConsentMembers } from './consent-body.ts'
import { absoluteDecimalOf, decimalOf, describeAccount, type ListedFacts, type Presentation } from './presentation.ts'
import { writeTransactionCode } from './transaction-code.ts'

const base = '/stet/psd2/v1.6.2'

/** Account information as version 1.6.2 writes it. */
export const v162: Presentation = {
  base,
  consentLists,
  consentBody: ConsentMembers,
  knows: () => true,
  // § AIS behaviour rule 1
  lists: () => true,
  account: (facts, consent) => ({
    ...describeAccount(v162, facts, consent, identify(facts)),
    psuStatus: facts.account.psuStatus === 'Account Holder' ? 'Account Holder' : 'Account Co-Holder',
  }),
  balance: showBalance,
  transaction: writeTransaction,
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

/** bank:D26 for cards; `details` contains the features of an account (document 1, Account). */
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
    details: features.length > 0 ? `features:${features.join(',')}` : undefined,
  }
}

/** Outstandings of a card are negative in this version (§ AIS behaviour rule 7), as in the data. */
function showBalance({ type, name, amountMinor, currency, referenceDate }: BalanceFact): Record<string, unknown> {
  return {
    balanceType: type,
    name,
    balanceAmount: { amount: decimalOf(amountMinor), currency },
    referenceDate: referenceDate ?? undefined,
  }
}

/** The sign is in `creditDebitIndicator`; the amount is absolute (bank:D29). */
function writeTransaction(account: PersonAccount, entry: ListedEntry): string {
  const { amount, status, endToEndId, linesJson } = entry
  const reference = referenceOf(entry.position)
  const booked = status === 'BOOK' ? `"entryReference":"${reference}",` : ''
  const endToEnd = endToEndId === null ? '' : `,"endToEndId":${JSON.stringify(endToEndId)}`
  return (
    `{"resourceId":"${account.id.slice(0, 8)}${reference}",${booked}` +
    `"remittanceInformation":{"unstructured":${linesJson}},` +
    `"transactionAmount":{"amount":"${absoluteDecimalOf(amount)}","currency":"${account.currency}"},` +
    `${writeTransactionCode(account, entry)}${writeDates(entry)}` +
    `"creditDebitIndicator":"${amount.startsWith('-') ? 'DBIT' : 'CRDT'}","status":"${status}"${endToEnd}}`
  )
}

/** § AIS behaviour rule 10: what is not booked has an expected booking date, and future ones no other date. */
function writeDates({ position, status, valueOn, happenedOn }: ListedEntry): string {
  const day = dayOfPosition(position)
  const happened = `"transactionDate":"${happenedOn}",`
  if (status === 'BOOK') return `"bookingDate":"${day}","valueDate":"${valueOn}",${happened}`
  return `"expectedBookingDate":"${day}",${status === 'FUTR' ? '' : happened}`
}

/** bank:D22: persons in `identities`, a legal entity in `company`. */
function showOwners(owners: readonly Owner[]): Record<string, unknown> {
  const company = owners.find(owner => owner.company !== null)?.company
  return {
    identities: owners
      .filter(owner => owner.company === null)
      .map(({ fullName, role }) => ({ fullName, role: role ?? undefined })),
    company: company && { identification: company.number, schemeName: company.scheme, issuer: 'INSEE' },
  }
}
