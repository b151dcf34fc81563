import fc from 'fast-check'
import { paymentBody as acceptedBody, dayIn, paymentsOf, paymentsPath } from '#sandbox/pis/test-payments.ts'
import { operations } from '#sandbox/reference/documents.ts'
import type { Operation, Parameter } from '#sandbox/reference/operation.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import type { TestPayment } from '#sandbox/wire/test-answer.ts'
import {
  clientToken,
  obtainTokens,
  putConsent,
  registerClient,
  registrationBody,
  registrationToken,
  revokePath,
} from '#sandbox/wire/test-application.ts'
import type { TestAnswer, TestBank, TestCall } from '#sandbox/wire/test-client.ts'

/** A bank with a registered TPP, a person's token and consent, so that fuzzed calls pass authentication. */
type FuzzedBank = {
  readonly bank: TestBank
  clientId: string
  readonly iban: string
  readonly accountId: string
  tokens: Readonly<Record<'aisp' | 'pisp' | 'manageRegistration', string>>
  payment: FuzzedPayment
}

/** A payment with its PSU's consent that is not confirmed; `token` comes from its callback's code. */
type FuzzedPayment = {
  readonly id: string
  readonly requestId: string
  readonly token: string
  readonly data: TestPayment | null
}

const personId = 'camille-bernard'

/** Registers, and gets every kind of token. */
async function prepareFuzz(bank: TestBank): Promise<FuzzedBank> {
  const clientId = await registerClient(bank)
  const account = accountsOf(bank.sandbox.db, personId)[0]
  if (!account) throw new Error('nobody has an account')
  const fuzzed = {
    bank,
    clientId,
    iban: account.iban,
    accountId: account.id,
    tokens: { aisp: '', pisp: '', manageRegistration: '' },
    payment: { id: '', requestId: '', token: '', data: null },
  }
  await takeTokens(fuzzed)
  await takePayment(fuzzed)
  return fuzzed
}

async function takeTokens(fuzzed: FuzzedBank): Promise<void> {
  const { bank } = fuzzed
  if (!findApplication(bank.sandbox.db, fuzzed.clientId)) fuzzed.clientId = await registerClient(bank)
  const { clientId } = fuzzed
  fuzzed.tokens = {
    aisp: (await obtainTokens(bank, clientId, { personId })).access_token,
    pisp: await clientToken(bank, clientId),
    manageRegistration: await registrationToken(bank),
  }
  await agree(fuzzed)
}

async function agree({ bank, tokens }: FuzzedBank): Promise<void> {
  const answer = await putConsent(bank, tokens.aisp, {
    ibans: accountsOf(bank.sandbox.db, personId).map(one => one.iban),
  })
  if (answer.status !== 201) throw new Error(`the consent answered ${answer.status} ${answer.text}`)
}

async function takePayment(fuzzed: FuzzedBank): Promise<void> {
  const payments = paymentsOf(fuzzed.bank, fuzzed.clientId, fuzzed.tokens.pisp)
  const { id, requestId, code } = await payments.consented(acceptedBody({ day: dayIn(20), amount: '0.01' }))
  const { access_token } = (await payments.exchange(code)).body
  const data = (await payments.read(id, requestId)).body.paymentRequest
  fuzzed.payment = { id, requestId, token: String(access_token), data }
}

/** Strings that break parsers, and short ones of every kind. */
export const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 60, unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300, unit: 'binary' }) },
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '%',
    '%00',
    '%zz',
    '../..',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-1',
    '1e309',
    '9'.repeat(40),
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '\ud800',
    '2026-02-30',
    '2026-11-21T10:00:00+25:00',
    'last',
    'x'.repeat(2_000),
  ),
)

/** Any JSON value. */
const anything = fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' })

export type Json = unknown

/** A nearly valid body: one member of a valid one, at any depth, changed, removed or added. */
export function nearly(good: Json): fc.Arbitrary<Json> {
  const paths = pathsOf(good)
  return fc
    .tuple(fc.constantFrom(...paths), fc.constantFrom('drop', 'replace', 'add', 'text'), anything, nasty)
    .map(([path, how, value, text]) => changeAt(good, path, how, how === 'text' ? text : value))
}

function pathsOf(value: Json, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...at]]
  return [[...at], ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...at, name]))]
}

function changeAt(value: Json, [name, ...rest]: readonly string[], how: string, put: Json): Json {
  if (name === undefined) return how === 'add' && isObject(value) ? { ...value, [asText(put).slice(0, 20)]: put } : put
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at) =>
      String(at) !== name ? [item] : rest.length === 0 && how === 'drop' ? [] : [changeAt(item, rest, how, put)],
    )
    return items
  }
  if (!isObject(value)) return put
  if (rest.length > 0 || how !== 'drop') return { ...value, [name]: changeAt(value[name], rest, how, put) }
  return Object.fromEntries(Object.entries(value).filter(([known]) => known !== name))
}

/** Not `String`, which throws for an object whose `toString` is no function. */
export const asText = (value: Json): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A valid body of an operation, to be changed. */
function goodBody({ bank, clientId, iban, payment }: FuzzedBank, { id }: Operation): Json {
  const list = [{ iban, currency: 'EUR' }]
  const lists = { balances: list, transactions: list, owners: list, overdrafts: list }
  if (id.startsWith('consents')) return { ...lists, psuIdentity: true, trustedBeneficiaries: false }
  if (id === 'register') return registrationBody(bank, bank.tpp)
  if (id === 'registration-change') return { ...registrationBody(bank, bank.tpp), client_id: clientId }
  if (id === 'cancellation')
    return { ...payment.data, paymentInformationStatus: 'RJCT', statusReasonInformation: 'DS02' }
  if (id === 'confirmation' || id === 'o-confirmation') return { nonce: 'n', psuAuthenticationFactor: 'f' }
  if (id === 'payee-verifications') return { party: { name: 'Camille' }, partyAccount: { iban } }
  return paymentBody(iban)
}

function paymentBody(iban: string): Json {
  const series = { frequency: 'MNTH', executionRule: 'FWNG', endDate: '2030-06-01' }
  const body = acceptedBody({ day: '2030-01-01', iban, amount: '12.00', series })
  const postalAddress = { country: 'FR', addressLine: ['1 rue'] }
  return {
    ...body,
    initiatingParty: { name: 'Essai SAS', organisationId: { identification: '1', schemeName: 'COID', issuer: 'ACPR' } },
    debtor: { name: 'Camille', privateId: { identification: '10020002', schemeName: 'BANK' } },
    debtorAccount: { iban },
    beneficiary: {
      creditor: { name: 'Thomas', postalAddress },
      creditorAgent: { bicFi: 'RIVLFRPP', name: 'Banque' },
      creditorAccount: { iban },
    },
  }
}

export const encode = (text: string): string => encodeURIComponent(text.toWellFormed())
/** What Node accepts in a header: latin1 without controls. */
export const headerValue = nasty.map(text =>
  text
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .trim()
    .slice(0, 400),
)

type Spoiled = {
  readonly path: string
  readonly query: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** Calls of one operation, with path, query, headers and body sometimes changed. */
function callsOf(fuzzed: FuzzedBank, operation: Operation): fc.Arbitrary<Spoiled> {
  const id = isOfPayment(operation) ? fuzzed.payment.id : fuzzed.accountId
  const good: Readonly<Record<string, string>> = { id, clientId: fuzzed.clientId, transactionId: 'x' }
  const path = fc
    .tuple(fc.boolean(), nasty)
    .map(([isGood, text]) =>
      operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encode(isGood ? (good[name] ?? '') : text.slice(0, 200)),
      ),
    )
  const headers = fc
    .subarray(['Accept', 'Content-Type', ...operation.parameters.filter(isFuzzable).map(({ name }) => name)], {
      maxLength: 2,
    })
    .chain(names => fc.tuple(...names.map(name => fc.tuple(fc.constant(name.toLowerCase()), headerValue))))
    .map(pairs => Object.fromEntries(pairs))
  return fc.record({
    path,
    query: queryOf(operation),
    headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, headers),
    body: bodyOf(fuzzed, operation),
  })
}

const isOfPayment = ({ path }: Operation): boolean => path.startsWith(`${paymentsPath}/{id}`)

const isFuzzable = ({ in: location, name }: Parameter): boolean => location === 'header' && name !== 'Date'

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const names = operation.parameters.filter(parameter => parameter.in === 'query').map(({ name }) => name)
  const pair = fc
    .tuple(fc.constantFrom(...names, 'unknown', '__proto__'), nasty)
    .map(([name, value]) => `${name}=${encode(value.slice(0, 500))}`)
  const raw = fc.string({ maxLength: 30 }).map(text => text.replaceAll(/[^\x21-\x7e]|#/g, ''))
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.array(pair, { maxLength: 3 }).map(pairs => pairs.join('&')) },
    raw,
  )
}

function bodyOf(fuzzed: FuzzedBank, operation: Operation): fc.Arbitrary<string> {
  if (!operation.body) return fc.oneof({ weight: 9, arbitrary: fc.constant('') }, fc.string({ maxLength: 50 }))
  if (operation.body.type === 'application/x-www-form-urlencoded') return formOf(fuzzed, operation)
  const good = goodBody(fuzzed, operation)
  return fc.oneof(
    { weight: 6, arbitrary: nearly(good).map(value => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ maxLength: 80, unit: 'binary' }) },
    { weight: 3, arbitrary: fc.constant(JSON.stringify(good)) },
    fc.constantFrom(
      '',
      '{',
      '[]',
      'null',
      '"x"',
      `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
      '{"__proto__":{"balances":[]}}',
    ),
  )
}

function formOf({ clientId, tokens }: FuzzedBank, { path }: Operation): fc.Arbitrary<string> {
  const names = 'grant_type client_id scope code redirect_uri refresh_token token code_verifier token_type_hint'.split(
    ' ',
  )
  const known = 'client_credentials refresh_token authorization_code pisp aisp PSD2_TPPRegister'.split(' ')
  const value = fc.oneof(fc.constantFrom(...known, clientId), nasty)
  const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 })
  const encoded = (fields: readonly (readonly [string, string])[]) =>
    fields.map(([name, text]) => `${name}=${encode(text)}`).join('&')
  /** A valid value, unchanged or with one thing added or replaced. */
  const good = Object.entries(
    path === revokePath
      ? { client_id: clientId, token: tokens.aisp }
      : { client_id: clientId, grant_type: 'client_credentials', scope: 'pisp' },
  )
  return fc.oneof(
    pairs.map(encoded),
    fc
      .tuple(fc.nat(2), fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 1 }))
      .map(([at, other]) =>
        encoded(good.flatMap((field, index) => (index === at && other.length > 0 ? other : [field]))),
      ),
    fc.string({ maxLength: 80, unit: 'binary' }),
  )
}

/** Sends one call; the test client validates the answer by the reference. Throws for an undocumented 500. */
async function sendSpoiled(fuzzed: FuzzedBank, operation: Operation, spoiled: Spoiled): Promise<TestAnswer> {
  const { bank, payment } = fuzzed
  const scope = operation.scope === 'pisp' || operation.scope === 'manageRegistration' ? operation.scope : 'aisp'
  const token = operation.id === 'o-confirmation' ? payment.token : fuzzed.tokens[scope]
  const isBearer = operation.authorization === 'bearer'
  const call: TestCall = {
    method: operation.method,
    path: spoiled.path + (spoiled.query === '' ? '' : `?${spoiled.query}`),
    headers: {
      ...(operation.body ? { 'content-type': operation.body.type } : {}),
      'psu-ip-address': '203.0.113.7',
      // A payment is read with the X-Request-ID that created it (document 2, note 4).
      ...(operation.id === 'payment-request' ? { 'x-request-id': payment.requestId } : {}),
      ...(operation.id === 'payee-verifications' ? { 'x-request-timestamp': new Date().toISOString() } : {}),
      ...spoiled.headers,
    },
    body: spoiled.body.toWellFormed(),
    ...(isBearer ? { token, keyId: 'seal-1' } : {}),
  }
  const answer = await bank.call(call)
  // bank:D18 and document 2: only a duplicate has a documented 500.
  if (answer.status >= 500 && answer.status !== 501 && !/uplicate/.test(answer.text)) {
    throw new Error(`${operation.method} ${spoiled.path} answered ${answer.status} ${answer.text}`)
  }
  if (isBearer) await renewWhenDead(fuzzed, operation, answer)
  // A payment that was confirmed or cancelled, or whose token was revoked, is not useful any more.
  const isSpent = answer.status === 401 || (answer.status === 200 && operation.method !== 'GET')
  if (isOfPayment(operation) && isSpent) await takePayment(fuzzed)
  return answer
}

// A call may delete or revoke what the next one needs, and an accepted change may have replaced callbacks, keys or scopes,
// so the next calls get a new registration.
async function renewWhenDead(fuzzed: FuzzedBank, operation: Operation, answer: TestAnswer): Promise<void> {
  const isReplaced = operation.id === 'registration-change' && answer.status === 200
  if (!isReplaced && !/invalid_token|access token|BADS|No registration/.test(answer.text)) return
  if (isReplaced) fuzzed.clientId = await registerClient(fuzzed.bank)
  await takeTokens(fuzzed)
}

// Built for each run, because the previous one may have registered again.
const callsNow = (fuzzed: FuzzedBank, operation: Operation): fc.Arbitrary<Spoiled> =>
  fc.constant(null).chain(() => callsOf(fuzzed, operation))

/** Calls every operation at the interface's own address; returns the answers by status. */
export async function fuzzAll(bank: TestBank, options: FuzzOptions): Promise<Seen> {
  const seen: Seen = new Map()
  for (const operation of operations) {
    // Its own client, because some calls change or delete it.
    const fuzzed = await prepareFuzz(bank)
    await fuzz(seen, `${operation.method} ${operation.path}`, options, callsNow(fuzzed, operation), spoiled =>
      sendSpoiled(fuzzed, operation, spoiled),
    )
  }
  return seen
}

export type FuzzOptions = { readonly runs: number; readonly seed: number }

/** Counts of statuses, by method and path. */
export type Seen = Map<string, Map<number, number>>

/** Sends `runs` calls, and counts their statuses under a name. */
export async function fuzz<T>(
  seen: Seen,
  name: string,
  { runs, seed }: FuzzOptions,
  calls: fc.Arbitrary<T>,
  send: (call: T) => Promise<{ readonly status: number }>,
): Promise<void> {
  const statuses = new Map<number, number>()
  seen.set(name, statuses)
  const property = fc.asyncProperty(calls, async call => {
    const { status } = await send(call)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  await fc.assert(property, { numRuns: runs, seed, interruptAfterTimeLimit: 600_000 })
}
