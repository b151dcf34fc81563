import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { openGate } from '@guichet/stet/gate.ts'
import { type Allowance, type ConsentChoice, nothing, presetChoice } from '@guichet/stet/terms/consent-choice.ts'
import { TransportFailure, type WireAnswer, type WireRequest } from '@guichet/stet/transport.ts'
import { findPublicCertificate } from '#lib/banks/credentials.ts'
import { closeBanks, openBank } from '#lib/banks.ts'
import { closeDb, db } from '#lib/db.ts'
import { registerAtPlatform } from '#lib/services/banks/registration.ts'
import { type CallbackOutcome, receiveCallback, startLink, type Visitor } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { type Person, people } from '#testing/bank/customers.ts'
import { authorizeAs } from '#testing/bank/screens.ts'
import { presence, type RunningBank, startBank } from '#testing/bank/start.ts'
import { listenHere } from '#testing/listen-here.ts'
import { aPerson } from '#testing/people/a-person.ts'

/**
 * Our services with a real database and the sandbox bank in its own process, for tests. Faults are made on our side of the
 * connection: requests and answers really arrive, or are lost.
 */
export type Stack = { readonly running: RunningBank; readonly stop: () => Promise<void> }

export { presence }

/** Starts the bank, configures our environment for it, and registers our application through its interface. */
export async function startStack(env: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const running = await startBank(env)
  const web = serveSeal()
  Object.assign(process.env, {
    APP_URL: `http://127.0.0.1:${await listenHere(web)}`,
    TPP_QWAC_CERT: running.pki.qwacCert,
    TPP_QWAC_KEY: running.pki.qwacKey,
    TPP_QSEAL_CERT: running.pki.qsealCert,
    TPP_QSEAL_KEY: running.pki.qsealKey,
    BANK_CA: running.pki.ca,
  })
  await seedBanks(running)
  await registerAtPlatform('sandbox')
  return {
    running,
    stop: async () => {
      await closeBanks()
      await closeDb()
      await new Promise(done => web.close(done))
      await running.stop()
    },
  }
}

/** Replaces app/certificates: the same function, without Next. */
function serveSeal(): Server {
  const server = createServer(async (request, response) => {
    const pem = await findPublicCertificate((request.url ?? '').replace('/certificates/', ''))
    response.writeHead(pem === null ? 404 : 200, { 'content-type': 'application/x-pem-file' })
    response.end(pem ?? '')
  })
  return server
}

/** On a machine where everything else is busy too, an answer takes longer than people wait. */
const patience = { connectMs: 60_000, attendedMs: 60_000, batchMs: 60_000, bodyMs: 60_000 }

async function seedBanks(running: RunningBank): Promise<void> {
  const names = ['19870', '19871', '19872', '19873', '19874']
  await db().bank.createMany({
    data: names.map(code => ({
      code,
      name: `Bank ${code}`,
      group: 'Groupe Rivages',
      bic: `RIV${code}`,
      baseUrl: running.baseUrlOf(code),
      screensUrl: running.screensUrlOf(code),
      brandColor: '#0B3C6F',
      initials: 'B',
      supports: ['accounts', 'payments'],
      ...patience,
    })),
  })
}

/** A person with an account, signed in. */
export async function newVisitor(): Promise<Visitor> {
  return { userId: (await aPerson()).userId, sessionId: randomUUID() }
}

/** Starts at our side, authenticates at the bank and decides; returns the address to which the bank redirects. */
export async function goToBank(
  visitor: Visitor,
  person: Person,
  { renews, decision = 'approve' }: { readonly renews?: string; readonly decision?: 'approve' | 'refuse' } = {},
): Promise<URL> {
  const purpose = renews === undefined ? ('link' as const) : ('renew' as const)
  const { redirectTo } = await startLink(visitor, {
    bankCode: person.bankCode,
    purpose,
    ...(renews === undefined ? {} : { connectionId: renews }),
  })
  return authorizeAs(person, new URL(redirectTo), decision)
}

/** The browser arrives at our callback. */
export function comeBack(url: URL, visitor: Visitor | null, bankCode = lastPart(url)): Promise<CallbackOutcome> {
  return receiveCallback({ bankCode, query: url.searchParams, visitor, presence })
}

function lastPart(url: URL): string {
  return url.pathname.split('/').at(-1) ?? ''
}

/** A whole link flow; returns the id of the connection. */
export async function link(visitor: Visitor, person: Person): Promise<string> {
  const { connectionId, failure } = await comeBack(await goToBank(visitor, person), visitor)
  if (connectionId === null) throw new Error(`not linked: ${failure}`)
  return connectionId
}

/** Sends a choice like the page: compare, then confirm what was shown. */
export async function consent(visitor: Visitor, connectionId: string, choice?: ConsentChoice): Promise<number> {
  const { userId } = visitor
  const matrix = await readMatrix({ userId }, connectionId)
  const ticked =
    choice ??
    presetChoice(
      'all',
      matrix.rows.map(({ iban }) => iban),
    )
  const input = { accounts: ticked.accounts.map(account => ({ ...account })), psuIdentity: ticked.psuIdentity }
  const { hash } = await compareConsent({ userId }, connectionId, input)
  return (await sendConsent({ userId }, connectionId, { choice: input, hash, version: matrix.version }, presence))
    .version
}

/** The same boxes for every IBAN; kinds that are not named are not ticked. */
export function choiceOf(ibans: readonly string[], kinds: Partial<Allowance>, psuIdentity = false) {
  return { accounts: ibans.map(iban => ({ iban, ...nothing, ...kinds })), psuIdentity }
}

/** A new person who linked that login, and has not chosen yet what may be read. */
export async function newLinked(person: Person = people.camille) {
  const visitor = await newVisitor()
  const connectionId = await link(visitor, person)
  const { rows } = await readMatrix(visitor, connectionId)
  return { visitor, userId: visitor.userId, connectionId, ibans: rows.map(({ iban }) => iban) }
}

/** The same, with consent to those kinds for every account; by default everything. */
export async function newConsented(person?: Person, kinds?: Partial<Allowance>) {
  const linked = await newLinked(person)
  await consent(linked.visitor, linked.connectionId, kinds && choiceOf(linked.ibans, kinds))
  return linked
}

/** The same, read once. */
export async function newRead(person?: Person, kinds?: Partial<Allowance>) {
  const consented = await newConsented(person, kinds)
  await refreshConnection(consented, consented.connectionId, presence)
  return consented
}

export type Fault =
  | 'none'
  /** The request never arrives, and gets no answer. */
  | 'lost_before'
  /** The bank processes the request, and its answer is lost. */
  | 'lost_after'
  | { readonly status: number; readonly body?: unknown }
  | { readonly rewrite: (answer: WireAnswer) => WireAnswer | Promise<WireAnswer> }

export type Wire = {
  /** Requests in order: method and target, with headers. */
  readonly sent: WireRequest[]
  readonly restore: () => void
}

/**
 * Records all requests to one bank, and applies faults according to `spoil`. The bank's breaker is disabled, because one test's
 * faults would open it for the next; `withBreaker` is for tests about it.
 */
export async function tapWire(
  bankCode: string,
  spoil: (request: WireRequest) => Fault | Promise<Fault> = () => 'none',
  { withBreaker = false }: { readonly withBreaker?: boolean } = {},
): Promise<Wire> {
  const bank = await openBank(bankCode)
  if (!bank) throw new Error('no such bank')
  const { transport, seal } = bank.credentials
  const sent: WireRequest[] = []
  const exchange = async (request: WireRequest): Promise<WireAnswer> => {
    sent.push(request)
    const fault = await spoil(request)
    if (fault === 'lost_before') throw new TransportFailure('timeout', 'unknown', null, new Error('lost'))
    if (typeof fault === 'object' && 'status' in fault) return answerOf(fault)
    const answer = await transport.exchange(request)
    if (fault === 'lost_after') throw new TransportFailure('timeout', 'unknown', null, new Error('lost'))
    return typeof fault === 'object' ? fault.rewrite(answer) : answer
  }
  bank.credentials = { transport: { exchange, close: transport.close }, seal }
  const { gate } = bank
  if (!withBreaker) Object.assign(bank, { gate: openGate })
  return {
    sent,
    restore: () => {
      bank.credentials = { transport, seal }
      Object.assign(bank, { gate })
    },
  }
}

function answerOf({ status, body = {} }: { status: number; body?: unknown }): WireAnswer {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
}
