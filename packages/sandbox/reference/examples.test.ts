import { writeFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { deskRoutes } from '#sandbox/desk/routes.ts'
import { startTestDesk } from '#sandbox/desk/test-server.ts'
import { consentToLink, dayIn, paymentBody, paymentsOf, paymentsPath } from '#sandbox/pis/test-payments.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import {
  clientToken,
  codeForm,
  putConsent,
  register,
  registerPath,
  registrationBody,
  registrationToken,
  revokePath,
  testCode,
  tokenPath,
} from '#sandbox/wire/test-application.ts'
import type { TestAnswer, TestCall } from '#sandbox/wire/test-client.ts'
import { operations } from './documents.ts'
import { type Example, examples } from './examples.ts'

const desk = await startTestDesk({ pageTransactions: 2 })
afterAll(() => desk.close())
const { bank, clientId } = desk
const { db } = bank.sandbox
db.exec("UPDATE accounts SET life = NULL WHERE life LIKE 'antoine-girard/%'")

type Mutable = { request?: unknown; answers: Record<string, unknown> }
const taken: Record<string, Mutable> = {}

/** Two rows say enough of a list, and nobody's key is printed. */
function cut(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(cut)
  if (typeof value === 'string') return value.replace(/(?<=PRIVATE KEY-----)[\s\S]*/, '…')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member)]))
}

function note(id: string, answer: { status: number; text: string }, request?: unknown): void {
  taken[id] ??= { answers: {} }
  const one = taken[id]
  if (request !== undefined && answer.status < 300) one.request = cut(request)
  if (answer.text !== '') one.answers[answer.status] = cut(JSON.parse(answer.text))
}

async function take(id: string, call: Partial<TestCall>, body?: unknown): Promise<TestAnswer> {
  const operation = operations.find(one => one.id === id)
  if (!operation) throw new Error(`no operation ${id}`)
  const { method, path } = operation
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await bank.call({ method, path, keyId: 'seal-1', ...sent, ...call })
  note(id, answer, body)
  return answer
}

async function takeForm(id: string, path: string, fields: Record<string, string>): Promise<TestAnswer> {
  const answer = await bank.form(path, fields)
  note(id, answer, fields)
  return answer
}

async function recordRegistration(): Promise<void> {
  const token = await registrationToken(bank)
  const body = { ...registrationBody(bank, bank.tpp), software_id: 'Example' }
  note('register', await register(bank, body), body)
  note('register', await register(bank, { ...body, scope: 'aisp pisp' }))
  const { client_id: id } = (await register(bank, body)).body
  const call = { token, path: `${registerPath}/${id}` }
  await take('registration-read', call)
  await take('registration-change', call, { ...body, client_id: id })
  await take('registration-delete', call)
}

async function recordAccounts(): Promise<void> {
  const personId = 'sophie-laurent'
  const bankCode = '19871'
  const code = testCode(bank, clientId, { personId, bankCode })
  const answer = await bank.form(tokenPath, codeForm(clientId, code), { bankCode })
  note('token', answer, codeForm(clientId, code))
  await takeForm('token', tokenPath, codeForm(clientId, code))
  const token = answer.body.access_token
  const [account] = accountsOf(db, personId)
  const ibans = [account?.iban ?? '']
  const consent = { balances: [{ iban: ibans[0] }], transactions: [{ iban: ibans[0] }], psuIdentity: true }
  const all = { ...consent, owners: consent.balances, overdrafts: consent.balances, trustedBeneficiaries: false }
  const attended = { token, bankCode, headers: { 'psu-ip-address': '203.0.113.7' } }
  await take('consents-v1.4.2', attended, { ...consent, trustedBeneficiaries: false })
  await take('consents-v1.6.2', attended, all)
  await take('consents-v1.6.2', attended, { ...all, balances: [{ iban: 'DE89370400440532013000' }] })
  await putConsent(bank, token, { ibans, bankCode })
  for (const { id, method, path } of operations) {
    if (method !== 'GET' || !path.includes('/psd2/v') || path.includes('/payment-requests')) continue
    await take(id, { ...attended, path: path.replace('{id}', account?.id ?? '').replace('{transactionId}', 'x') })
  }
  await take('accounts-v1.6.2', { ...attended, token: 'unknown' })
  await takeForm('revoke', revokePath, { client_id: clientId, token: answer.body.refresh_token })
}

async function recordPayments(): Promise<void> {
  const payments = paymentsOf(bank, clientId, await clientToken(bank, clientId))
  const { token } = payments
  const body = paymentBody({ day: dayIn(9), amount: '42.00' })
  await take('payment-requests', { token }, body)
  await take('payment-requests', { token }, { ...body, chargeBearer: 'DEBT' })
  const [first, second] = [
    await payments.consented(paymentBody({ day: dayIn(9) })),
    await payments.consented(paymentBody()),
  ]
  const exchanged = await payments.exchange(first.code)
  const at = (id: string, end = '') => ({ token, path: `${paymentsPath}/${id}${end}` })
  const own = { ...at(first.id, '/o-confirmation'), token: exchanged.body.access_token }
  await take('o-confirmation', own, { nonce: first.nonce })
  await take('confirmation', at(second.id, '/confirmation'), {})
  const read = await take('payment-request', { ...at(first.id), headers: { 'x-request-id': first.requestId } })
  const cancelled = { ...read.body.paymentRequest, paymentInformationStatus: 'RJCT', statusReasonInformation: 'DS02' }
  consentToLink({ ...bank, clientId, ...payments }, await take('cancellation', at(first.id), cancelled))
  const asked = { party: { name: 'Camille Bernard' }, partyAccount: { iban: payments.account('camille-bernard').iban } }
  const headers = { 'x-request-timestamp': new Date().toISOString() }
  await take('payee-verifications', { headers }, asked)
  await take('payee-verifications', { headers }, { ...asked, party: {} })
}

/** What a route of the desk is asked with; of a route that isn't here, nothing but its path. */
async function deskWishes(): Promise<
  Readonly<Record<string, readonly [params: Record<string, string>, body?: unknown]>>
> {
  const id = 'camille-bernard'
  const ibans = accountsOf(db, id).map(({ iban }) => iban)
  await putConsent(bank, await desk.token(id), { ibans })
  const [grant] = (await desk.ask('GET', `/people/${id}/permissions`)).body.grants
  const [account = { id: '' }, other = account] = accountsOf(db, id).map(one => ({ id: one.id }))
  const pending = { status: 'PDNG', amount: '-12.50', lines: ['CARTE ESSAI'] }
  const { body: entry } = await desk.ask('POST', `/accounts/${account.id}/entries`, pending)
  const fault = { fault: { kind: 'delay', delayMs: 5_000 }, bankCode: '19873', calls: 1 }
  const { body: rule } = await desk.ask('POST', '/faults', fault)
  const { body: log } = await desk.ask('GET', '/wire?limit=1')
  const payments = paymentsOf(bank, clientId, await clientToken(bank, clientId))
  const { answer } = await payments.create(paymentBody())
  const consentUrl = answer.body._links.consentApproval.href
  const tpp = { tppId: bank.tpp.organisationId }
  await desk.ask('PUT', `/people/${id}/quota`, { ...tpp, resource: 'accounts', page: '1', calls: 2 })
  return {
    moveClock: [{}, { move: 'plus', days: 1 }],
    addPerson: [{}, { bankCode: '19870', firstName: 'Ada', lastName: 'Essai', life: 'student' }],
    readPerson: [{ id }],
    changeSubscription: [{ id }, { subscription: 'active' }],
    changeAccountStatus: [account, { status: 'open' }],
    emptyAccount: [other],
    listEntries: [account],
    bookEntry: [account, { amount: '-12.50', lines: ['CARTE ESSAI'] }],
    bookPending: [{ ...account, position: String(entry.position) }],
    bookHostile: [account],
    readPermissions: [{ id }],
    revokePair: [{ pairId: grant.pairId }, { by: 'psu' }],
    expirePair: [{ pairId: grant.pairId }, { which: 'access' }],
    lendAccess: [{ pairId: grant.pairId }],
    removeConsent: [{ id, ...tpp }],
    readQuota: [{ id }],
    burnQuota: [{ id }, { ...tpp, resource: 'accounts', page: '1' }],
    resetQuota: [{ id }],
    addFault: [{}, fault],
    removeFault: [{ id: rule.id }],
    rotateRefresh: [{}, { rotate: false }],
    changeService: [{}, { isDown: false, callsPerMinute: 60 }],
    changeDelays: [{}, { legalDays: 180, bankDays: 90 }],
    changeLiveHost: [{}, { format: 'bank' }],
    changePayeeVerification: [{}, { answer: 'holder' }],
    readCall: [{ id: String(log.calls[0].id) }],
    walkAuthorization: [{}, { authorizeUrl: desk.authorizeUrl(), personId: id, decision: 'approve' }],
    walkPayment: [{}, { consentUrl, personId: id, decision: 'approve' }],
    issueCertificates: [{}, { organisationId: 'PSDFR-ACPR-99998', name: 'Other TPP', roles: ['PSP_AI', 'PSP_PI'] }],
    resetBank: [{}, { confirm: 'reset' }],
  }
}

/** What ends a pair, a consent or the bank comes last. */
const lastOf = ['removeFaults', 'removeConsent', 'revokePair', 'forgetCalls', 'resetBank']

async function recordDesk(): Promise<void> {
  const wishes = await deskWishes()
  const inOrder = deskRoutes.toSorted((one, other) => lastOf.indexOf(one.id) - lastOf.indexOf(other.id))
  for (const { id, method, path } of inOrder) {
    const [params = {}, body] = wishes[id] ?? []
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    note(id, await desk.ask(method, target, body), body)
  }
}

await recordRegistration()
await recordAccounts()
await recordPayments()
await recordDesk()
// WRITE_EXAMPLES=1 vitest run … writes what the bank answers today.
if (process.env.WRITE_EXAMPLES) {
  const sorted = Object.fromEntries(Object.entries(taken).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(new URL('examples.json', import.meta.url), `${JSON.stringify(sorted, null, 2)}\n`)
}
const recorded: Readonly<Record<string, Example>> = process.env.WRITE_EXAMPLES ? taken : examples

/** The members of a value and their types: rows and texts differ from day to day. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

type Described = readonly [id: string, body: z.ZodType | null, answers: Readonly<Record<string, z.ZodType | null>>]
const described: readonly Described[] = [
  ...operations.map(({ id, body, answers }): Described => {
    const schemas = Object.entries(answers).map(([status, { schema }]) => [status, schema] as const)
    return [id, body?.schema ?? null, Object.fromEntries(schemas)]
  }),
  ...deskRoutes.map(({ id, body, status, answer }): Described => [id, body, { [status]: answer }]),
]

describe('the examples of the OpenAPI documents', () => {
  test('are of operations that there are', () => {
    const known = new Set(described.map(([id]) => id))
    expect(Object.keys(recorded).filter(id => !known.has(id))).toEqual([])
  })

  test.each(described)('%s: as its schemas say, and as the bank answers now', (id, body, answers) => {
    const example = recorded[id] ?? { answers: {} }
    if (body) body.parse(example.request)
    for (const [status, answer] of Object.entries(example.answers)) answers[status]?.parse(answer)
    const successes = Object.keys(answers).filter(status => Number(status) < 300 && answers[status])
    for (const status of successes.length === 1 ? successes : []) expect(Object.keys(example.answers)).toContain(status)
    expect(shapeOf(example)).toEqual(shapeOf(taken[id] ?? { answers: {} }))
    expect(JSON.stringify(example)).not.toMatch(/PRIVATE KEY-----\n/)
  })
})
