import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type OddServers, openOddServers } from './broken-tls-servers.ts'
import { bagOf, type Case, type Endpoint, rowsOf, type Said } from './scripted-answer.ts'
import { accountIds, linesPerAccount } from './verdicts.ts'

/**
 * A small bank that answers according to the documents, over mutual TLS, except for the one answer of the case in its host name.
 * It shares no code with the sandbox, so that a common misunderstanding would be noticed. Each case is its own bank,
 * `<code>.hostile.localhost`, so that many run in parallel. It records what it issued, revoked and was asked to confirm, for the
 * judge.
 */

export const bankDomain = 'hostile.localhost'
/** Part of every secret that this bank makes; must not appear in a log. */
export const secretMark = 'HoStIlEsEcReT'

const ibans = ['FR7619873009020009362007722', 'FR1420041010050500013M02606'] as const

/** One authorisation of the customer, with every token issued for it. */
export type Grant = {
  readonly texts: Set<string>
  /** The answer with it could be read: we have a token, and must keep or revoke it. */
  sent: boolean
  revoked: boolean
}

type Payment = {
  readonly id: string
  readonly request: Readonly<Record<string, unknown>>
  agreed: boolean
  confirmed: number
}

/** A bank's record of what it did and was asked. */
export type Ledger = {
  readonly grants: Grant[]
  readonly payments: Map<string, Payment>
  readonly calls: Map<Endpoint, number>
  readonly unknown: string[]
  consent: Readonly<Record<string, unknown>> | null
}

export type HostileBank = {
  readonly baseUrlOf: (code: string) => string
  readonly ledgerOf: (code: string) => Ledger
  /** The customer approves on the bank's screens; returns the redirect address. */
  readonly authorize: (redirectTo: string) => string
  /** The payer approves; null if the address is not this bank's. */
  readonly agree: (code: string, redirectTo: string) => string | null
  readonly stop: () => Promise<void>
}

/** Starts the bank with the certificates in `pkiDirectory` (`bank/server`, `ca`). `caseOf` finds a case by its bank code. */
export async function startHostileBank(pkiDirectory: string, cases: ReadonlyMap<string, Case>): Promise<HostileBank> {
  const ledgers = new Map<string, Ledger>()
  const ledgerOf = (code: string): Ledger => {
    const known = ledgers.get(code) ?? newLedger()
    ledgers.set(code, known)
    return known
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    request.on('error', () => undefined)
    const code = request.headers.host?.split('.')[0] ?? ''
    const desk = { code, scripted: cases.get(code) ?? null, ledger: ledgerOf(code) }
    answer(desk, request, response).catch(() => response.destroy())
  }
  const server = createServer(
    {
      cert: readFileSync(join(pkiDirectory, 'bank/server.pem')),
      key: readFileSync(join(pkiDirectory, 'bank/server.key')),
      ca: readFileSync(join(pkiDirectory, 'ca.pem')),
      requestCert: true,
      rejectUnauthorized: true,
    },
    listener,
  )
  // A broken connection is part of the case.
  server.on('tlsClientError', () => undefined)
  server.on('clientError', (_, socket) => socket.destroy())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const ways = new Set([...cases.values()].flatMap(({ tls }) => tls ?? []))
  const odd = await openOddServers(pkiDirectory, ways, listener)
  const baseUrlOf = (code: string) => `https://${code}.${bankDomain}:${portFor(cases.get(code), server, odd)}`
  return {
    baseUrlOf,
    ledgerOf,
    authorize: redirectTo => authorize(ledgerOf, redirectTo),
    agree: (code, redirectTo) => agree(ledgerOf(code), baseUrlOf(code), redirectTo),
    stop: async () => {
      server.closeAllConnections()
      await Promise.all([new Promise(done => server.close(done)), odd.stop()])
    },
  }
}

function portFor(scripted: Case | undefined, server: Server, odd: OddServers): number {
  return scripted?.tls === undefined ? (server.address() as AddressInfo).port : odd.portOf(scripted.tls)
}

function newLedger(): Ledger {
  return { grants: [], payments: new Map(), calls: new Map(), unknown: [], consent: null }
}

const newSecret = () => `${secretMark}${randomBytes(24).toString('base64url')}`

/** Codes are only in the address: one grant or payment each. */
const codes = new Map<string, { readonly code: string; readonly payment: string | null }>()

function authorize(ledgerOf: (code: string) => Ledger, redirectTo: string): string {
  const url = new URL(redirectTo)
  const code = url.hostname.split('.')[0] ?? ''
  ledgerOf(code)
  const secret = newSecret()
  codes.set(secret, { code, payment: null })
  const back = new URL(url.searchParams.get('redirect_uri') ?? '')
  back.searchParams.set('code', secret)
  back.searchParams.set('state', url.searchParams.get('state') ?? '')
  return back.href
}

function agree(ledger: Ledger, baseUrl: string, redirectTo: string): string | null {
  const url = new URL(redirectTo)
  if (url.origin !== new URL(baseUrl).origin) return null
  const payment = [...ledger.payments.values()].at(-1)
  if (payment === undefined) return null
  payment.agreed = true
  const secret = newSecret()
  codes.set(secret, { code: url.hostname.split('.')[0] ?? '', payment: payment.id })
  const { successfulReportUrl } = bagOf(payment.request.supplementaryData)
  const back = new URL(String(successfulReportUrl))
  back.searchParams.set('code', secret)
  return back.href
}

type Desk = { readonly code: string; readonly scripted: Case | null; readonly ledger: Ledger }

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer)
  } catch {
    return
  }
  const origin = `https://${request.headers.host}`
  const url = new URL(request.url ?? '/', origin)
  const call = { url, origin, method: request.method ?? 'GET', text: Buffer.concat(chunks).toString('utf8') }
  const token = /^Bearer (.+)$/s.exec(request.headers.authorization ?? '')?.[1] ?? null
  const found = route(desk, { ...call, token })
  if (found === null) {
    desk.ledger.unknown.push(`${call.method} ${url.pathname}`.slice(0, 200))
    write(response, refuse(404, 'unknown'))
    return
  }
  const [endpoint, good] = found
  const before = desk.ledger.calls.get(endpoint) ?? 0
  desk.ledger.calls.set(endpoint, before + 1)
  const { scripted } = desk
  const isTwisted = scripted !== null && scripted.at === endpoint && before >= (scripted.after ?? 0)
  const said = isTwisted ? scripted.twist(good, { url, origin, before }) : good
  recordTokens(desk.ledger, endpoint, said)
  // What the script refuses does not take effect.
  if (endpoint === 'consents' && said.status < 300 && !said.raw) desk.ledger.consent = bagOf(JSON.parse(call.text))
  if (said.raw) said.raw(request.socket)
  else write(response, said)
}

function write(response: ServerResponse, { status, headers, body }: Said): void {
  const text = body === undefined ? '' : typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  try {
    response.writeHead(status, headers)
    response.end(text)
  } catch {
    response.destroy()
  }
}

type Call = {
  readonly url: URL
  readonly origin: string
  readonly method: string
  readonly text: string
  readonly token: string | null
}

const json = { 'content-type': 'application/hal+json; charset=utf-8' }
const ok = (body: unknown, status = 200): Said => ({ status, headers: json, body })
const refuse = (status: number, error: string): Said => ({ status, headers: json, body: { error, message: error } })

/** The endpoint of a call, and its correct answer. Null for an undocumented one. */
function route(desk: Desk, call: Call): [Endpoint, Said] | null {
  const { ledger } = desk
  const path = call.url.pathname
  if (path === '/stet/psd2/oauth/token') return issue(desk, new URLSearchParams(call.text))
  if (path === '/stet/psd2/oauth/revoke') return ['revoke', revoke(ledger, new URLSearchParams(call.text))]
  const payment = /^\/stet\/psd2\/v1\.4\.2\/payment-requests(?:\/([^/]+)(\/o-confirmation)?)?$/.exec(path)
  if (payment) return routePayment(desk, call, payment[1] ?? null, payment[2] !== undefined)
  const [, version = '', rest = ''] = /^\/stet\/psd2\/v(1\.[46]\.2)\/(.+)$/.exec(path) ?? []
  const known = rest === '' ? null : routeData(ledger, call, rest, version)
  if (known === null) return null
  const isAllowed = ledger.grants.some(({ texts, revoked }) => !revoked && call.token !== null && texts.has(call.token))
  return isAllowed ? known : [known[0], refuse(401, 'invalid_token')]
}

function routeData(ledger: Ledger, call: Call, rest: string, version: string): [Endpoint, Said] | null {
  if (rest === 'accounts') return ['accounts', ok(listAccounts(ledger, version, call.origin))]
  if (rest === 'consents') return ['consents', ok({}, 201)]
  if (rest === 'end-user-identity') {
    return ['identity', ok({ connectedPsu: 'MAR PRAT', firstName: 'Mar', lastName: 'Prat' })]
  }
  const [, id = '', resource = ''] = /^accounts\/([^/]+)\/(\w+)$/.exec(rest) ?? []
  const at = accountIds.indexOf(id)
  if (resource === 'balances') return ['balances', ok({ balances: balancesOf(at), _links: {} })]
  if (resource === 'transactions') return ['transactions', ok({ transactions: linesOf(at, version), _links: {} })]
  if (resource === 'owners') return ['owners', ok({ identities: [{ fullName: 'Mar Prat', role: 'OWNR' }] })]
  if (resource === 'overdrafts') {
    return ['overdrafts', ok({ overdrafts: { allowedAmount: { amount: '200.00', currency: 'EUR' } } })]
  }
  return null
}

function listAccounts(ledger: Ledger, version: string, origin: string) {
  const base = `${origin}/stet/psd2/v${version}`
  const kinds =
    version === '1.4.2' ? ['balances', 'transactions'] : ['balances', 'transactions', 'owners', 'overdrafts']
  const linksOf = (id: string, iban: string) => {
    const granted = kinds.filter(kind => rowsOf(ledger.consent?.[kind]).some(one => bagOf(one).iban === iban))
    return Object.fromEntries(granted.map(kind => [kind, { href: `${base}/accounts/${id}/${kind}`, templated: false }]))
  }
  const accounts = accountIds.map((resourceId, at) => ({
    resourceId,
    cashAccountType: 'CACC',
    accountId: { iban: ibans[at], currency: 'EUR' },
    product: 'Compte courant',
    usage: 'PRIV',
    psuStatus: 'Account Holder',
    name: `Compte ${at + 1}`,
    bicFi: 'RIVHFRPP',
    _links: linksOf(resourceId, ibans[at] ?? ''),
  }))
  const offersIdentity = ledger.consent?.psuIdentity === true
  const links = {
    self: { href: `${base}/accounts` },
    ...(offersIdentity ? { endUserIdentity: { href: `${base}/end-user-identity` } } : {}),
  }
  const listed =
    version === '1.4.2' && ledger.consent !== null
      ? accounts.filter(({ _links }) => Object.keys(_links).length > 0)
      : accounts
  return { accounts: listed, _links: links }
}

const dayMs = 86_400_000
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

function balancesOf(at: number) {
  return [
    {
      balanceType: 'CLBD',
      name: 'Solde comptable',
      balanceAmount: { amount: `${1_000 + at}.00`, currency: 'EUR' },
      referenceDate: dayBefore(1),
    },
  ]
}

function linesOf(at: number, version: string) {
  return Array.from({ length: linesPerAccount }, (_, index) => ({
    resourceId: `ligne-${at}-${index}`,
    entryReference: `2026000000${at}${index + 1}`,
    transactionAmount: { amount: `${10 + index}.50`, currency: 'EUR' },
    creditDebitIndicator: index === 0 ? 'CRDT' : 'DBIT',
    status: 'BOOK',
    bookingDate: dayBefore(index + 2),
    valueDate: dayBefore(index + 2),
    transactionDate: dayBefore(index + 2),
    remittanceInformation: version === '1.4.2' ? [`Achat ${index}`] : { unstructured: [`Achat ${index}`] },
    bankTransactionCode: { domain: 'PMNT', family: 'CCRD', subFamily: 'POSD', code: '512', issuer: 'SI' },
  }))
}

function issue({ ledger, code }: Desk, form: URLSearchParams): [Endpoint, Said] {
  const type = form.get('grant_type')
  const common = { token_type: 'Bearer', expires_in: 3_600 }
  if (type === 'client_credentials') {
    return ['client_token', ok({ ...common, access_token: newSecret(), scope: form.get('scope') ?? 'pisp' })]
  }
  if (type === 'refresh_token') {
    const grant = ledger.grants.find(({ texts, revoked }) => !revoked && texts.has(form.get('refresh_token') ?? ''))
    if (grant === undefined) return ['refresh', refuse(400, 'invalid_grant')]
    const access = newSecret()
    grant.texts.add(access)
    return ['refresh', ok({ ...common, access_token: access, scope: 'aisp' })]
  }
  const spent = codes.get(form.get('code') ?? '')
  codes.delete(form.get('code') ?? '')
  if (spent?.code !== code) return ['token', refuse(400, 'invalid_grant')]
  if (spent.payment !== null) {
    return ['payment_token', ok({ ...common, access_token: newSecret(), scope: 'pisp' })]
  }
  const [access, refresh] = [newSecret(), newSecret()]
  ledger.grants.push({ texts: new Set([access, refresh]), sent: false, revoked: false })
  return ['token', ok({ ...common, access_token: access, refresh_token: refresh, scope: 'aisp' })]
}

const longestTokenAnswer = 500_000

/** Whether the reader of the answer has a token now, whatever the case changed. */
function recordTokens(ledger: Ledger, endpoint: Endpoint, said: Said): void {
  if (endpoint !== 'token' && endpoint !== 'refresh') return
  const grant = ledger.grants.at(-1)
  const { access_token: access, refresh_token: refresh } = bagOf(said.body)
  if (grant === undefined || said.raw !== undefined || said.status !== 200) return
  // A token in an answer over the limit does not count: nobody has to read that far.
  if (JSON.stringify(said.body).length > longestTokenAnswer) return
  for (const text of [access, refresh]) if (typeof text === 'string' && text !== '') grant.texts.add(text)
  if ([access, refresh].some(text => typeof text === 'string' && text !== '')) grant.sent = true
}

function revoke(ledger: Ledger, form: URLSearchParams): Said {
  const token = form.get('token') ?? ''
  for (const grant of ledger.grants) if (grant.texts.has(token)) grant.revoked = true
  return { status: 200, headers: {}, body: undefined }
}

function routePayment({ ledger }: Desk, call: Call, id: string | null, confirms: boolean): [Endpoint, Said] | null {
  if (id === null) return call.method === 'POST' ? ['payment', create(ledger, call)] : null
  const payment = ledger.payments.get(id)
  if (payment === undefined) return [confirms ? 'confirmation' : 'payment_read', refuse(404, 'unknown')]
  if (!confirms) return ['payment_read', ok(show(payment))]
  payment.confirmed += 1
  return ['confirmation', ok(show(payment))]
}

function create(ledger: Ledger, { text, origin }: Call): Said {
  const id = randomUUID()
  ledger.payments.set(id, { id, request: bagOf(JSON.parse(text)), agreed: false, confirmed: 0 })
  const query = new URLSearchParams({ paymentRequestResourceId: id, nonce: newSecret() })
  const href = `${origin}/consent?${query}`
  const location = `/stet/psd2/v1.4.2/payment-requests/${id}`
  return {
    status: 201,
    headers: { ...json, location },
    body: { appliedAuthenticationApproach: 'REDIRECT', _links: { consentApproval: { href, templated: false } } },
  }
}

/** The bank's copy of the request: with consent, then confirmed, then executed at once. */
function show({ id, request, agreed, confirmed }: Payment) {
  const whole = confirmed > 0 ? 'ACSC' : agreed ? 'ACSP' : 'ACTC'
  const part = confirmed > 0 ? { transactionStatus: 'ACSC' } : agreed ? { transactionStatus: 'PDNG' } : {}
  const instructions = rowsOf(request.creditTransferTransaction).map((one, at) => {
    const { paymentId } = bagOf(one)
    return { ...bagOf(one), paymentId: { ...bagOf(paymentId), resourceId: `${id}-${at}` }, ...part }
  })
  return {
    paymentRequest: {
      ...request,
      resourceId: id,
      paymentInformationStatus: whole,
      creditTransferTransaction: instructions,
    },
    _links: { self: { href: `/stet/psd2/v1.4.2/payment-requests/${id}`, templated: false } },
  }
}
