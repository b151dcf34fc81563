import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listAccounts, readBalances, readIdentity, readOverdrafts, readOwners, readTransactions } from './accounts.ts'
import type { Bank } from './bank.ts'
import { BankError } from './errors.ts'
import { requestFallback } from './fallback.ts'
import { exchangeCode, refreshTokens, requestClientToken, requestRegistrationToken } from './oauth.ts'
import { confirmPayment, createPayment, readPayment } from './payments.ts'
import { readRegistration } from './registration.ts'
import { creditorIban as iban, paymentRequest } from './testing/payment-request.ts'
import { json, presence, scriptBank } from './testing/scripted-bank.ts'
import { aispToken, confirmationToken, pispToken, refreshToken, registrationToken, Token } from './token.ts'
import type { WireAnswer } from './transport.ts'

/**
 * Whatever a bank puts into any member of any answer (C48), parsing ends in a value or a BankError, and every resulting
 * text can be stored and has its limit.
 */

const context = { presence }
const aisp = aispToken('19870', 'a')
const pisp = pispToken('19870', 'p')
const amount = { amount: '12.30', currency: 'EUR' }
const links = {
  balances: { href: '/b', templated: false },
  endUserIdentity: { href: '/i' },
  last: { href: '/l?page=1' },
}
const balance = { balanceType: 'CLBD', name: 'Solde', balanceAmount: amount, referenceDate: '2026-11-20' }
const account = {
  resourceId: 'CPT1',
  cashAccountType: 'CACC',
  accountId: { iban, currency: 'EUR', other: { identification: 'x7f', schemeName: 'TPAN', issuer: 'X' } },
  product: 'Compte courant',
  balances: [balance],
  usage: 'PRIV',
  psuStatus: 'Account Holder',
  name: 'Compte',
  bicFi: 'RIVLFRPP',
  details: 'features:IP,SCT',
  linkedAccount: 'CPT1',
  _links: links,
}
const line = {
  resourceId: 'T1',
  entryReference: '1',
  remittanceInformation: { unstructured: ['PRLV SEPA', 'EDF'] },
  transactionAmount: amount,
  bankTransactionCode: { domain: 'PMNT', family: 'RDDT', subFamily: 'ESDD', code: '537', issuer: 'SI' },
  bookingDate: '2026-11-20',
  valueDate: '2026-11-20',
  transactionDate: '2026-11-20',
  expectedBookingDate: '2026-11-20',
  creditDebitIndicator: 'DBIT',
  status: 'BOOK',
  endToEndId: 'E2E',
}
const payment = {
  paymentRequest: {
    resourceId: 'RID',
    paymentInformationStatus: 'ACSP',
    statusReasonInformation: 'AC01',
    paymentTypeInformation: { serviceLevel: 'SEPA', localInstrument: 'INST' },
    beneficiary: { creditor: { name: 'Librairie' }, creditorAccount: { iban } },
    debtorAccount: { iban },
    creditTransferTransaction: [
      {
        paymentId: { resourceId: 'r1', instructionId: 'I1', endToEndId: 'E1' },
        instructedAmount: amount,
        transactionStatus: 'PDNG',
        statusReasonInformation: 'AC01',
      },
    ],
  },
}
const token = { access_token: 'a', token_type: 'Bearer', expires_in: 600, scope: 'aisp', refresh_token: 'r' }
const registration = {
  client_id: 'c-1',
  registration_client_uri: 'https://19870.bank.test:8443/register/c-1',
  registration_access_token: 'CANARY',
  client_name: 'Guichet',
  redirect_uris: ['https://tpp.test/callback'],
}
const order = {
  ...paymentRequest,
  creditor: { ...paymentRequest.creditor, name: 'Librairie' },
  instructions: paymentRequest.instructions.map(one => ({ ...one, remittance: [] })),
}
const urls = { successful: 'https://tpp.test/s', unsuccessful: 'https://tpp.test/u' }
const address = { resourceId: 'RID', creationRequestId: 'request-1' }
const form = { code: 'c', redirectUri: 'https://tpp.test/callback', codeVerifier: 'v' }

async function readEveryPage(bank: Bank): Promise<unknown[]> {
  const read: unknown[] = []
  for await (const page of readTransactions(bank, aisp, { account: 'A' }, context)) read.push(await page.read())
  return read
}

/** Every reader with a valid answer. */
const readers: readonly (readonly [string, unknown, (bank: Bank) => Promise<unknown>])[] = [
  ['accounts', { accounts: [account, account], _links: links }, bank => listAccounts(bank, aisp, context)],
  [
    'balances',
    { balances: [balance], _links: links },
    bank => readBalances(bank, aisp, { account: 'A', kind: 'account' }, context),
  ],
  ['transactions', { transactions: [line, line], _links: links }, readEveryPage],
  [
    'owners',
    {
      identities: [{ fullName: 'LEA', role: 'Titulaire' }],
      company: { identification: '5', schemeName: 'SIREN', issuer: 'X' },
    },
    bank => readOwners(bank, aisp, 'A', context),
  ],
  ['overdrafts', { overdrafts: { allowedAmount: amount } }, bank => readOverdrafts(bank, aisp, 'A', context)],
  ['identity', { connectedPsu: 'LEA', firstName: 'L', lastName: 'M' }, bank => readIdentity(bank, aisp, context)],
  [
    'creation of a payment',
    { nonce: 'n', _links: { consentApproval: { href: 'http://19870.bank.test:8080/c?paymentRequestResourceId=RID' } } },
    bank => createPayment(bank, pisp, { request: order, urls }, context),
  ],
  ['payment', payment, bank => readPayment(bank, pisp, address, context)],
  ['confirmation', payment, bank => confirmPayment(bank, confirmationToken('19870', 'c'), 'RID', context)],
  ['code', token, bank => exchangeCode(bank, form, context)],
  ['refresh', token, bank => refreshTokens(bank, refreshToken('19870', 'r'), context)],
  ['own token', { ...token, scope: 'pisp' }, bank => requestClientToken(bank, 'pisp', context)],
  ['registration token', { ...token, scope: 'manageRegistration' }, bank => requestRegistrationToken(bank, context)],
  ['registration', registration, bank => readRegistration(bank, registrationToken('19870', 'g'), 'c-1', context)],
]

const hostileText = fc.oneof(
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\uD83D',
    '\uDC00x',
    '漢'.repeat(2_000),
    '😀'.repeat(150),
    'x'.repeat(9_000),
    ' '.repeat(9_000),
    '\u202E\u200B',
    '0000-01-01',
    '9999-12-31',
    '9'.repeat(40),
    '1e400',
    '../..',
    'ŉ'.repeat(40),
    `e${'\u0301'.repeat(300)}`,
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(1e300, -1e300, 2 ** 53 + 2, -0, 0.1, true, false, null, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) },
)

/** The path of every value within a value, including the root. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...below.flatMap(([name, member]) => pathsIn(member, [...path, name]))]
}

function withValueAt(value: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? withValueAt(item, rest, put) : item))
  return { ...Object(value), [name]: withValueAt(Reflect.get(Object(value), name), rest, put) }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((part, name) => Reflect.get(Object(part), name), value)
}

/** An answer with hostile values in up to three members. */
function spoilt(answer: unknown): fc.Arbitrary<unknown> {
  const path = fc.constantFrom(...pathsIn(answer))
  return fc
    .array(fc.tuple(path, hostileValue), { minLength: 1, maxLength: 3 })
    .map(changes => changes.reduce((whole, [path, put]) => withValueAt(whole, path, put), answer))
}

const membersUpTo: readonly (readonly [number, string])[] = [
  [3, 'currency'],
  [11, 'bic'],
  [34, 'iban'],
  [35, 'product usage psuStatus cashAccountType type status'],
  [70, 'name firstName lastName role issuer identification schemeName rawCode'],
  [140, 'resourceId entryReference linkedResourceId cardId endToEndId instructionId details fullName creditorName'],
  [140, 'reason remittance'],
  [200, 'detail'],
]
const limits: Readonly<Record<string, number>> = Object.fromEntries(
  membersUpTo.flatMap(([length, names]) => names.split(' ').map(name => [name, length])),
)
const dates = ['bookingDate', 'valueDate', 'transactionDate', 'expectedBookingDate', 'referenceDate']

/**
 * `raw` is the bank's copy of a payment, only ever sent back with a cancellation. `issued` is a token to be revoked: it
 * is sent in a form, which can carry any text, and sealed until then.
 */
const neverStored = ['raw', 'stack', 'cause', 'issued']

function expectStorable(value: unknown, name = ''): void {
  if (typeof value === 'string') {
    const what = `${name}: ${JSON.stringify(value.slice(0, 80))}`
    expect(value.isWellFormed(), what).toBe(true)
    expect(value, what).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u200B\uFEFF\uFFFE\uFFFF]/u)
    expect([...value].length, what).toBeLessThanOrEqual(limits[name] ?? 16_384)
    if (limits[name] === 140) expect(Buffer.byteLength(value), what).toBeLessThan(2_600)
    if (dates.includes(name)) expect(value).toMatch(/^(19|2[01])\d\d-\d\d-\d\d$|^2200-/)
  } else if (value instanceof Token) {
    // A token from an unusable answer is sealed and revoked unchanged, and never put into a header.
    expect(value.reveal().isWellFormed()).toBe(true)
    expect(value.reveal()).toMatch(name === 'issued' ? /^.{1,16384}$/s : /^[\x21-\x7E]{1,8192}$/)
  } else if (value instanceof Map) {
    for (const [key, member] of value) expectStorable([key, member], name)
  } else if (value instanceof Set || Array.isArray(value)) {
    for (const item of value) expectStorable(item, name)
  } else if (typeof value === 'object' && value !== null && !(value instanceof URL) && !(value instanceof Date)) {
    for (const member of Object.getOwnPropertyNames(value)) {
      if (neverStored.includes(member)) continue
      expectStorable(member, 'member')
      expectStorable(Reflect.get(value, member), member)
    }
  }
}

async function expectHarmless(answer: WireAnswer, read: (bank: Bank) => Promise<unknown>): Promise<void> {
  const outcome = await read(scriptBank(() => answer).bank).catch((error: unknown) => error)
  if (outcome instanceof Error && !(outcome instanceof BankError)) throw outcome
  expectStorable(outcome)
}

describe('any content of an answer (C48)', () => {
  test.each(readers)('%s: the unchanged answer can be read', async (_, answer, read) => {
    await expect(read(scriptBank(() => json(200, answer)).bank)).resolves.not.toBeNull()
  })

  test.each(readers)('%s: a value that can be stored, or a BankError', async (_, answer, read) => {
    await fc.assert(
      fc.asyncProperty(spoilt(answer), body => expectHarmless(json(200, body), read)),
      { numRuns: 20 },
    )
  })

  test.each(readers)('%s: every text 200 kB long', async (_, answer, read) => {
    const long = 'x'.repeat(200_000)
    const texts = pathsIn(answer).filter(path => path.length > 0 && typeof valueAt(answer, path) === 'string')
    const body = texts.reduce((whole, path) => withValueAt(whole, path, long), answer)
    await expectHarmless(json(200, body), read)
  })

  test('in the texts of a refusal, in its header and in a Location', async () => {
    const header = fc.oneof(hostileText, fc.string({ unit: 'binary-ascii', maxLength: 200 }))
    const member = fc.constantFrom('message', 'code', 'error', 'errorCode', 'error_description')
    await fc.assert(
      fc.asyncProperty(hostileValue, member, header, async (value, name, text) => {
        await expectHarmless(json(400, { [name]: value }), bank => listAccounts(bank, aisp, context))
        await expectHarmless(json(401, '', { 'www-authenticate': text }), bank => listAccounts(bank, aisp, context))
        await expectHarmless({ ...json(302, ''), headers: { location: text } }, bank => requestFallback(bank, context))
      }),
      { numRuns: 20 },
    )
  })
})
