import { bagOf, body, type Case, type Catalogue, casesAt, firstRow, type Twist } from '#testing/bank/scripted-answer.ts'
import type { Verdict } from '#testing/bank/verdicts.ts'

/** A row with one invalid member among correct rows. */

type CaseTuple = readonly [name: string, changed: Readonly<Record<string, unknown>>, expects: Verdict, short?: true]

/** Everything that our texts must not contain: NUL, lone surrogates, a direction mark, a control character. */
const dirty = 'a\0b\ud800c\udc00d\u202ee\u0007f'
const megabyte = 'é'.repeat(524_288)
const cjk = '令'.repeat(2_000)

const inLines: readonly CaseTuple[] = [
  ['a booking date of the year 0', { bookingDate: '0000-01-01' }, 'kept_clean', true],
  ['a booking date of the year 9999', { bookingDate: '9999-12-31' }, 'kept_clean'],
  ['the 30th of February', { bookingDate: '2027-02-30' }, 'kept_clean'],
  ['a date of six digits', { bookingDate: '+123456-01-01' }, 'kept_clean'],
  ['a date that is a word', { bookingDate: 'yesterday' }, 'kept_clean'],
  ['a date that is a number', { bookingDate: 20_261_122 }, 'kept_clean'],
  ['no date at all', { bookingDate: null, valueDate: null, transactionDate: null }, 'kept_clean'],
  [
    'every date of the year 0',
    {
      bookingDate: '0000-01-01',
      valueDate: '0000-01-01',
      transactionDate: '0000-01-01',
      expectedBookingDate: '0000-01-01',
    },
    'kept_clean',
  ],
  ['an amount with a comma', amount('999,00'), 'good_lines', true],
  ['an amount of 1e5', amount('1e5'), 'kept_clean'],
  ['an amount that is NaN', amount('NaN'), 'good_lines'],
  ['an amount of 40 digits', amount('9'.repeat(40)), 'good_lines'],
  ['an amount of 18 digits', amount('9'.repeat(18)), 'kept_clean'],
  ['an amount of -0', amount('-0'), 'kept_clean'],
  ['a negative amount that is a credit', { ...amount('-10.00'), creditDebitIndicator: 'CRDT' }, 'kept_clean'],
  ['an amount of three decimals', amount('1.999'), 'kept_clean'],
  ['an amount in other digits', amount('١٢.٣٤'), 'good_lines'],
  ['an amount without a number', amount(''), 'good_lines'],
  ['an amount that is infinite', amount('Infinity'), 'good_lines'],
  ['an amount with NUL', amount('1\0.00'), 'good_lines'],
  ['an amount of a megabyte', amount('1'.repeat(1_048_576)), 'good_lines'],
  ['an amount that is a list', { transactionAmount: [] }, 'good_lines'],
  ['no amount', { transactionAmount: null }, 'good_lines'],
  ['a currency in small letters', amount('1.00', 'eur'), 'kept_clean'],
  ['a currency that nobody has', amount('1.00', 'XXX'), 'kept_clean'],
  ['a currency that is a sign', amount('1.00', '€'), 'kept_clean'],
  ['a currency with NUL', amount('1.00', 'E\0R'), 'kept_clean'],
  ['a currency of a megabyte', amount('1.00', megabyte), 'kept_clean'],
  ['an unknown status', { status: 'ZZZZ' }, 'kept_clean'],
  ['a status of a megabyte', { status: megabyte }, 'kept_clean'],
  ['a dirty status', { status: dirty }, 'kept_clean'],
  ['no status', { status: null }, 'good_lines'],
  ['an unknown direction', { creditDebitIndicator: 'BOTH' }, 'good_lines'],
  ['no direction', { creditDebitIndicator: null }, 'good_lines'],
  ['a reference of 2,000 other letters', { entryReference: cjk }, 'kept_clean', true],
  ['a reference of a megabyte', { entryReference: megabyte }, 'kept_clean'],
  ['a dirty reference', { entryReference: dirty }, 'kept_clean', true],
  ['an empty reference', { entryReference: '' }, 'kept_clean'],
  ['a dirty id', { resourceId: dirty }, 'kept_clean'],
  ['an id of a megabyte', { resourceId: megabyte }, 'kept_clean'],
  ['a dirty label', { remittanceInformation: { unstructured: [dirty] } }, 'kept_clean'],
  ['a label of a megabyte', { remittanceInformation: { unstructured: [megabyte] } }, 'kept_clean'],
  [
    '100,000 labels',
    { remittanceInformation: { unstructured: Array.from({ length: 100_000 }, () => 'x') } },
    'up_to_the_limit',
  ],
  ['a label that is an object', { remittanceInformation: { unstructured: {} } }, 'kept_clean'],
  ['a dirty end-to-end id', { endToEndId: dirty }, 'kept_clean'],
  ['an end-to-end id of a megabyte', { endToEndId: megabyte }, 'kept_clean'],
  [
    'a dirty code',
    { bankTransactionCode: { domain: dirty, family: dirty, subFamily: dirty, code: dirty, issuer: dirty } },
    'kept_clean',
  ],
  [
    'a code of megabytes',
    { bankTransactionCode: { domain: megabyte, family: megabyte, code: megabyte } },
    'kept_clean',
  ],
  ['a code that is a list', { bankTransactionCode: [] }, 'kept_clean'],
  ['texts that are numbers', { resourceId: 7, entryReference: 8, endToEndId: 9 }, 'kept_clean'],
  ['texts that are objects', { resourceId: {}, entryReference: {}, endToEndId: {}, bookingDate: {} }, 'kept_clean'],
  [
    'texts that are true',
    { resourceId: true, entryReference: true, endToEndId: true, bookingDate: true },
    'kept_clean',
  ],
]

function amount(text: unknown, currency: unknown = 'EUR') {
  return { transactionAmount: { amount: text, currency } }
}

const ofIban = (iban: unknown) => ({ accountId: { iban, currency: 'EUR' } })

const inAccounts: readonly CaseTuple[] = [
  ['an id of one dot', { resourceId: '.' }, 'one_account'],
  ['an id of two dots', { resourceId: '..' }, 'one_account', true],
  ['an id of two dots in disguise', { resourceId: '%2e%2e' }, 'one_or_both', true],
  ['an id with NUL', { resourceId: 'a\0b' }, 'one_or_both', true],
  ['an id with half a character', { resourceId: 'a\ud800b' }, 'one_or_both'],
  ['an id of 3,000 characters', { resourceId: 'x'.repeat(3_000) }, 'one_or_both'],
  ['an id of a megabyte', { resourceId: 'x'.repeat(1_048_576) }, 'one_or_both'],
  ['an id with slashes', { resourceId: '../../oauth/token' }, 'one_or_both'],
  ['an id with a line end', { resourceId: 'a\r\nb' }, 'one_or_both'],
  ['an id that is a number', { resourceId: 7 }, 'one_or_both'],
  ['no id', { resourceId: null }, 'one_account'],
  ['an empty id', { resourceId: '' }, 'one_account'],
  ['an IBAN that is none', ofIban('NOT AN IBAN'), 'one_or_both', true],
  ['an IBAN with wrong check digits', ofIban('FR0019873009020009362007722'), 'one_or_both'],
  ['an IBAN with NUL', ofIban('FR76\x0198730'), 'one_or_both'],
  ['an IBAN of a megabyte', ofIban('FR76'.padEnd(1_048_576, '1')), 'one_or_both'],
  ['an IBAN that is a list', ofIban(['FR76']), 'one_or_both'],
  ['the IBAN of the other account', ofIban('FR1420041010050500013M02606'), 'harmless'],
  ['no IBAN', { accountId: null }, 'one_or_both'],
  [
    'a currency of a megabyte',
    { accountId: { iban: 'FR7619873009020009362007722', currency: megabyte } },
    'one_or_both',
  ],
  ['a currency that is a sign', { accountId: { iban: 'FR7619873009020009362007722', currency: '€' } }, 'one_or_both'],
  [
    'dirty names',
    {
      name: dirty,
      product: dirty,
      details: dirty,
      usage: dirty,
      psuStatus: dirty,
      bicFi: dirty,
      cashAccountType: dirty,
      linkedAccount: dirty,
    },
    'harmless',
  ],
  ['names of a megabyte each', { name: megabyte, product: megabyte, details: megabyte }, 'harmless'],
  [
    'types of a megabyte each',
    { cashAccountType: megabyte, usage: megabyte, psuStatus: megabyte, bicFi: megabyte, linkedAccount: megabyte },
    'up_to_the_limit',
  ],
  ['names that are objects', { name: {}, product: [], details: 7, usage: true }, 'harmless'],
  ['features without an end', { details: `features:${'A,'.repeat(300_000)}` }, 'harmless'],
  ['a card without a number', { cashAccountType: 'CARD', accountId: { currency: 'EUR', other: null } }, 'one_or_both'],
  [
    'balances that are no balances',
    { balances: [7, null, {}, { balanceType: dirty, balanceAmount: { amount: 'x', currency: dirty } }] },
    'harmless',
  ],
]

const good = { balanceType: 'CLBD', name: 'Solde', balanceAmount: { amount: '1.00', currency: 'EUR' } }
const inBalances: readonly CaseTuple[] = [
  ['an amount with a comma', { ...good, balanceAmount: { amount: '1,00', currency: 'EUR' } }, 'lines_stay'],
  ['an amount of 40 digits', { ...good, balanceAmount: { amount: '9'.repeat(40), currency: 'EUR' } }, 'lines_stay'],
  ['a date of the year 0', { ...good, referenceDate: '0000-01-01' }, 'lines_stay', true],
  ['a dirty type and name', { ...good, balanceType: dirty, name: dirty }, 'lines_stay'],
  ['a type of a megabyte', { ...good, balanceType: megabyte, name: megabyte }, 'lines_stay'],
  ['a dirty currency', { ...good, balanceAmount: { amount: '1.00', currency: dirty } }, 'lines_stay'],
]

const people: readonly (readonly [at: Case['at'], name: string, twist: Twist])[] = [
  [
    'owners',
    'dirty owners',
    body({
      identities: [{ fullName: dirty, role: dirty }, { fullName: 7 }],
      company: { identification: dirty, schemeName: dirty },
    }),
  ],
  ['owners', 'owners of megabytes', body({ identities: [{ fullName: megabyte, role: megabyte }] })],
  ['identity', 'a dirty name', body({ connectedPsu: dirty, firstName: dirty, lastName: dirty })],
  ['identity', 'names that are objects', body({ connectedPsu: {}, firstName: [], lastName: 7 })],
  [
    'overdrafts',
    'an overdraft of 40 digits',
    body({ overdrafts: { allowedAmount: { amount: '9'.repeat(40), currency: 'EUR' } } }),
  ],
  ['overdrafts', 'a dirty overdraft', body({ overdrafts: { allowedAmount: { amount: '1.00', currency: dirty } } })],
]

const toCases = (at: Case['at'], list: string, rows: readonly CaseTuple[]): readonly Case[] =>
  casesAt(
    at,
    rows.map(([name, changed, expects, short]) => [name, firstRow(list, changed), expects, short]),
  )

export const values: Catalogue = {
  family: 'values',
  cases: [
    ...toCases('transactions', 'transactions', inLines),
    ...toCases('accounts', 'accounts', inAccounts),
    ...toCases('balances', 'balances', inBalances),
    ...people.map(([at, name, twist]): Case => ({ name: `${at}: ${name}`, at, twist, expects: 'lines_stay' })),
  ],
}

export const links: Catalogue = {
  family: 'links',
  cases: (
    [
      ['to another host', 'https://elsewhere.example/transactions', 'not_read', true],
      ['to another host without a scheme', '//elsewhere.example/transactions', 'not_read'],
      ['to a script', 'javascript:alert(1)', 'not_read'],
      ['to a file', 'file:///etc/passwd', 'not_read'],
      ['to the machine itself', 'https://127.0.0.1/transactions', 'not_read'],
      ['that is no address', 'https://[', 'not_read'],
      ['with a user in it', 'https://a:b@HOST/stet/psd2/v1.6.2/accounts/compte-1/transactions', 'not_read', true],
      ['without TLS', 'http://HOST/stet/psd2/v1.6.2/accounts/compte-1/transactions', 'not_read'],
      ['of a megabyte', `/${'x'.repeat(1_048_576)}`, 'lines_or_none'],
      ['out of the interface', '/../../../etc/passwd', 'not_read'],
      ['with a line end', '/stet\r\nx-admin: 1', 'lines_or_none'],
      ['that is empty', '', 'harmless'],
    ] as readonly (readonly [string, string, Verdict, true?])[]
  ).map(
    ([name, href, expects, short]): Case => ({
      name: `transactions ${name}`,
      at: 'accounts',
      expects,
      after: 1,
      twist: linkingTo(href),
      short,
    }),
  ),
}

/** Replaces every account's link to its transactions. */
function linkingTo(href: string): Twist {
  return (good, { url }) => {
    const { accounts, ...rest } = bagOf(good.body)
    const address = href.replace('HOST', url.host)
    const changed = (Array.isArray(accounts) ? accounts : []).map(account => {
      const links = bagOf(bagOf(account)._links)
      return { ...bagOf(account), _links: { ...links, transactions: { href: address, templated: false } } }
    })
    return { ...good, body: { ...rest, accounts: changed } }
  }
}
