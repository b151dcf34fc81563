import { z } from 'zod'
import { ConsentMembers, ConsentMembersV142 } from '#sandbox/ais/consent-body.ts'
import { component } from './components.ts'
import { Amount, Bic, Currency, Day, Iban, Id, Identification, Link, Money, text } from './members.ts'

const paging = { first: Link.optional(), prev: Link.optional(), next: Link.optional(), last: Link.optional() }

const resourceLinks = {
  balances: Link.optional(),
  transactions: Link.optional(),
  owners: Link.optional(),
  overdrafts: Link.optional(),
}

const EuroAccountId = z.strictObject({ iban: Iban, currency: Currency })

const cardId = (schemeName: 'CPAN' | 'TPAN') =>
  z.strictObject({
    currency: Currency,
    other: z.strictObject({ identification: text(70), schemeName: z.literal(schemeName), issuer: text(35).optional() }),
  })

const balance = z.strictObject({
  balanceType: z.enum(['VALU', 'CLBD', 'OTHR', 'ITAV', 'PRCD']),
  name: text(70),
  balanceAmount: Money,
  referenceDate: Day.optional(),
})

export const Balance = component(
  'Balance',
  'A balance of an account, or an outstanding of a card: negative (§ AIS behaviour rules 6 and 7)',
  balance,
)

export const BalanceV142 = component(
  'BalanceV142',
  'As v1.4.2 writes a balance; outstandings of a card are positive',
  balance.extend({}),
)

export const features = /^features:(IP|SCT|SCT_MULT)(,(IP|SCT|SCT_MULT))*$/

/** Of an account and of a card. */
const listed = {
  resourceId: Id,
  product: text(35),
  balances: z.array(Balance).optional(),
  usage: z.enum(['PRIV', 'ORGA']),
  psuStatus: z.enum(['Account Holder', 'Account Co-Holder']),
  name: text(70),
}

export const Account = component(
  'Account',
  'A payment account in one currency',
  z.strictObject({
    cashAccountType: z.literal('CACC'),
    accountId: EuroAccountId,
    ...listed,
    bicFi: Bic,
    details: z.string().regex(features).max(140).optional(),
    _links: z.strictObject(resourceLinks),
  }),
)

export const Card = component(
  'Card',
  'A deferred-debit card, beside the account it is drawn on (D26)',
  z.strictObject({
    cashAccountType: z.literal('CARD'),
    accountId: cardId('TPAN'),
    ...listed,
    details: text(140),
    linkedAccount: text(70),
    _links: z.strictObject({ balances: Link.optional(), transactions: Link.optional(), owners: Link.optional() }),
  }),
)

/** In place of what v1.6.2 has, of an account and of a card. */
const inV142 = {
  balances: z.array(BalanceV142).optional(),
  psuStatus: z.enum(['Account Holder', 'Account Co-Holder', 'Nominee', 'Successor On Death', 'Trustee']).optional(),
  details: text(140).optional(),
  _links: z.strictObject({ balances: Link.optional(), transactions: Link.optional() }),
}

export const AccountV142 = component('AccountV142', 'A payment account as v1.4.2 writes it', Account.extend(inV142))

export const CardV142 = component(
  'CardV142',
  'A deferred-debit card as v1.4.2 writes it: `CPAN`',
  Card.extend({ accountId: cardId('CPAN'), ...inV142 }),
)

const listLinks = z.strictObject({ self: Link, ...paging, endUserIdentity: Link.optional() })

export const AccountList = component(
  'AccountList',
  'Every account of the PSU, and the cards of consented accounts (§ AIS behaviour rule 1)',
  z.strictObject({ accounts: z.array(z.discriminatedUnion('cashAccountType', [Account, Card])), _links: listLinks }),
)

export const AccountListV142 = component(
  'AccountListV142',
  'The account list of v1.4.2 (§ AIS behaviour rule 2)',
  z.strictObject({
    accounts: z.array(z.discriminatedUnion('cashAccountType', [AccountV142, CardV142])),
    _links: listLinks,
  }),
)

const balanceLinks = z.strictObject({
  self: Link,
  transactions: Link.optional(),
  overdrafts: Link.optional(),
  'parent-list': Link,
})

export const BalanceList = component(
  'BalanceList',
  'Balances of an account, outstandings of a card',
  z.strictObject({ balances: z.array(Balance), _links: balanceLinks }),
)

export const BalanceListV142 = component(
  'BalanceListV142',
  'Balances as v1.4.2 writes them',
  z.strictObject({ balances: z.array(BalanceV142), _links: balanceLinks.omit({ overdrafts: true }) }),
)

const BankTransactionCode = component(
  'BankTransactionCode',
  'Not given for currency accounts',
  z.strictObject({
    domain: z.string().regex(/^[A-Z]{4}$/),
    family: z.string().regex(/^[A-Z]{4}$/),
    subFamily: z.string().regex(/^[A-Z]{4}$/),
    code: z.string().regex(/^\d{3}$/),
    issuer: text(35),
  }),
)

const line = z.string().min(1).max(140)
const PositiveAmount = z.strictObject({ amount: Amount.regex(/^\d/), currency: Currency })

const transaction = {
  resourceId: Id,
  remittanceInformation: z.strictObject({ unstructured: z.array(line) }),
  transactionAmount: PositiveAmount,
  bankTransactionCode: BankTransactionCode.optional(),
  creditDebitIndicator: z.enum(['CRDT', 'DBIT']),
  endToEndId: Id.optional(),
}

const booked = { entryReference: text(40), bookingDate: Day, valueDate: Day, transactionDate: Day }

export const Transaction = component(
  'Transaction',
  'A transaction of an account, or a slip of a card: booked (`BOOK`), or expected on a day (§ AIS behaviour rule 10)',
  z.discriminatedUnion('status', [
    z.strictObject({ ...transaction, ...booked, status: z.literal('BOOK') }),
    z.strictObject({
      ...transaction,
      status: z.enum(['PDNG', 'FUTR', 'INFO']),
      expectedBookingDate: Day,
      transactionDate: Day.optional(),
      valueDate: Day.optional(),
    }),
  ]),
)

const transactionV142 = { ...transaction, remittanceInformation: z.array(line) }

export const TransactionV142 = component(
  'TransactionV142',
  'A transaction as v1.4.2 writes it: `remittanceInformation` is a bare array (D28), what is not booked is `OTHR`',
  z.discriminatedUnion('status', [
    z.strictObject({ ...transactionV142, ...booked, status: z.literal('BOOK') }).omit({ endToEndId: true }),
    z
      .strictObject({
        ...transactionV142,
        status: z.enum(['OTHR', 'PDNG']),
        entryReference: z.string().max(40).optional(),
        bookingDate: Day.optional(),
        expectedBookingDate: Day.optional(),
        valueDate: Day.optional(),
        transactionDate: Day.optional(),
      })
      .omit({ endToEndId: true }),
  ]),
)

const transactionLinks = z.strictObject({ self: Link, ...paging, balances: Link.optional(), 'parent-list': Link })

export const TransactionList = component(
  'TransactionList',
  'Transactions, newest first (§ AIS behaviour rule 9)',
  z.strictObject({ transactions: z.array(Transaction), _links: transactionLinks }),
)

export const TransactionListV142 = component(
  'TransactionListV142',
  'Transactions as v1.4.2 writes them',
  z.strictObject({ transactions: z.array(TransactionV142), _links: transactionLinks }),
)

const toParent = z.strictObject({ self: Link, 'parent-list': Link })

export const Overdrafts = component(
  'Overdrafts',
  'The authorised overdraft of an account (D21)',
  z.strictObject({ overdrafts: z.strictObject({ allowedAmount: Money }), _links: toParent }),
)

export const Owners = component(
  'Owners',
  'Persons in `identities`, a legal entity in `company` (D22)',
  z.strictObject({
    identities: z.array(z.strictObject({ fullName: text(140), role: text(70).optional() })),
    company: Identification.optional(),
    _links: toParent,
  }),
)

export const EndUserIdentity = component(
  'EndUserIdentity',
  'First and last name of the PSU (D23)',
  z.strictObject({ connectedPsu: text(140), firstName: text(140), lastName: text(140), _links: toParent }),
)

export const Consent = component(
  'Consent',
  'What the PSU lets the TPP read; nothing of an earlier consent stays (D27). An account that is named in one currency is covered in all of its currencies',
  ConsentMembers,
)

export const ConsentV142 = component(
  'ConsentV142',
  'What the PSU lets the TPP read, in v1.4.2: without owners, overdrafts and currencies',
  ConsentMembersV142,
)

export const Nothing = component('Nothing', 'An empty object', z.strictObject({}))
