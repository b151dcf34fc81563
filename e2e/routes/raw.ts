import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { db } from '#lib/db.ts'
import { apiScopes } from '#lib/domain/merchant/api-key.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { bankDomain } from '#testing/bank/scripted.ts'
import { asMember } from '#testing/people/as-member.ts'
import { newPerson, type Person } from '#testing/people/with-everything.ts'
import { findFaultOnWire } from '#testing/routes/answers.ts'
import type { HostileStack } from '#testing/stack/built.ts'
import { newHostileVisitor, signIn } from '#testing/stack/visitor.ts'
import { readAnswers } from './raw-answers.ts'
import { type Callers, type RawRequest, rawFaults, rawFiles, rawRequest } from './raw-requests.ts'

/**
 * Requests to the running application over plain sockets (H39): every page and route of the tree through our server, the proxy
 * and the framework, by any caller, including anything but HTTP.
 */
export type RawReport = {
  readonly seed: number
  readonly asked: number
  readonly statuses: Readonly<Record<string, number>>
  /** Connections that were closed without an answer. */
  readonly closed: number
  readonly longestMs: number
  readonly failures: readonly { readonly name: string; readonly faults: readonly string[] }[]
}

export type RawOptions = {
  readonly seed: number
  readonly requests: number
  /** Only this request. */
  readonly at?: number
  /** One after the other, so that log lines can be assigned to requests. */
  readonly isTraced?: boolean
  /** The time limit of one exchange. */
  readonly limitMs: number
  readonly tell?: (line: string) => void
}

/** Enough to request every page and route, and to use every fault, on busy machines. Without a seed always the same requests. */
export const shortRaw = (seed = 605_107_446): RawOptions => ({
  seed,
  requests: Math.max(600, 2 * rawFiles, 2 * rawFaults),
  limitMs: 120_000,
})

const atOnce = 8
const quietMs = 250

export async function runRaw(stack: HostileStack, options: RawOptions): Promise<RawReport> {
  const { seed, requests, at, isTraced = false, limitMs, tell = () => undefined } = options
  const callers = await newCallers(stack)
  const logged = { length: stack.log().length }
  const failures: { name: string; faults: readonly string[] }[] = []
  const seen = { statuses: new Map<string, number>(), closed: 0, longestMs: 0 }
  const fail = (name: string, faults: readonly string[]) => {
    failures.push({ name, faults })
    tell(`✖ ${name}${faults.map(fault => `\n    ${fault}`).join('')}`)
  }
  const [web] = stack.servers
  const play = async (request: RawRequest) => {
    const { statuses, faults, ms } = await exchange(request, web.port, callers.host, limitMs)
    for (const status of statuses) seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
    if (statuses.length === 0) seen.closed += 1
    seen.longestMs = Math.max(seen.longestMs, ms)
    if (faults.length > 0) fail(`seed ${seed} at ${request.title}`, faults)
    if (!isTraced) return
    await delay(20)
    const lines = findOurFaults(stack.log().slice(logged.length))
    logged.length = stack.log().length
    if (lines.length > 0)
      fail(`seed ${seed} at ${request.title} (log)`, [...lines, shown('asked', Buffer.concat(request.pieces))])
  }
  const numbers = at === undefined ? Array.from({ length: requests }, (_, number) => number).values() : [at].values()
  const work = async () => {
    for (const number of numbers) await play(rawRequest(callers, seed, number))
  }
  await Promise.all(Array.from({ length: isTraced ? 1 : atOnce }, work))
  for (const [name, faults] of Object.entries(await findAftermath(stack, callers, stack.log().slice(logged.length)))) {
    if (faults.length > 0) fail(`seed ${seed}: ${name}`, faults)
  }
  const statuses = Object.fromEntries([...seen.statuses].sort())
  const asked = at === undefined ? requests : 1
  return { seed, asked, statuses, closed: seen.closed, longestMs: Math.round(seen.longestMs), failures }
}

/** A person with one of everything, a stranger and an operator, all signed in. */
export async function newCallers(stack: HostileStack): Promise<Callers> {
  const bank = { code: '19870', name: 'Banque 19870', group: 'Hostile', bic: 'RIVHFRPP', aisVersion: '1.6.2' }
  const url = stack.bank.baseUrlOf('19870')
  const look = { screensUrl: url, brandColor: '#0B3C6F', initials: 'H', supports: ['accounts', 'payments'] }
  await db().bank.upsert({ where: { code: '19870' }, update: {}, create: { ...bank, ...look, baseUrl: url } })
  const person = await newPerson('FR7619870000010000000000138')
  const { userId, email } = person.session
  await db().user.update({ where: { id: userId }, data: { passwordHash: stack.passwordHash, locale: 'en' } })
  await rewire(person)
  const input = { mode: 'test' as const, name: 'Shop', scopes: [...apiScopes] }
  const { organisationId } = person.merchant
  const { key } = await asMember(userId, organisationId, 'key.create', createApiKey, input)
  const [owner, stranger, operator] = [
    await signIn(stack, userId, email),
    await newHostileVisitor(stack),
    await newHostileVisitor(stack),
  ]
  await db().user.update({ where: { id: operator.userId }, data: { role: 'operator' } })
  const cookies = { nobody: '', owner: owner.cookie(), stranger: stranger.cookie(), operator: operator.cookie() }
  return { host: stack.host, person, apiKey: key, cookies }
}

/** Replaces the endpoint, whose secret the handlers' tests do not need, by one with a readable secret. */
async function rewire({ session, merchant }: Person): Promise<void> {
  const hooks = { url: 'https://shop.example/hooks', description: '', eventTypes: [] }
  const { endpoint } = await asMember(session.userId, merchant.organisationId, 'webhook.create', actor =>
    createEndpoint(actor, hooks, storeNothing),
  )
  await db().webhookDelivery.updateMany({
    where: { endpointId: merchant.endpointId },
    data: { endpointId: endpoint.id },
  })
  await db().webhookEndpoint.delete({ where: { id: merchant.endpointId } })
  merchant.endpointId = endpoint.id
}

type Exchanged = { readonly statuses: readonly string[]; readonly faults: readonly string[]; readonly ms: number }

async function exchange(request: RawRequest, port: number, host: string, limitMs: number): Promise<Exchanged> {
  const { method, shape, isRefused, file } = request
  const isWhole = shape === 'whole'
  const since = performance.now()
  const { bytes, isClosed } = await speak(request, port, limitMs)
  const ms = performance.now() - since
  const { answers, rest } = readAnswers(bytes, method, isClosed)
  const statuses = answers.map(({ status }) => String(status))
  const notWhole =
    rest === 'no HTTP' ? ['answers what is no HTTP'] : rest === 'part' && isWhole ? ['an answer was cut off'] : []
  const silent = isClosed || answers.length >= request.answers ? [] : [`no answer within ${limitMs} ms`]
  // Node reads nothing behind a head that is too long.
  const isLast = answers.at(-1)?.status === 431
  const isShort = isWhole && isClosed && answers.length < (isLast ? 1 : request.answers)
  const few = isShort ? [`closed after ${answers.length} answers`] : []
  const taken = isRefused
    ? answers.filter(({ status }) => status < 400).map(({ status }) => `answers ${status} and does not refuse`)
    : []
  const wrong = answers.flatMap(answer => findFaultOnWire(file, answer, { host, banks: bankDomain }) ?? [])
  const faults = [...notWhole, ...silent, ...few, ...taken, ...wrong]
  if (faults.length > 0) faults.push(shown('asked', Buffer.concat(request.pieces)), shown('answered', bytes))
  return { statuses, faults, ms }
}

const shown = (what: string, bytes: Buffer) => `${what}: ${JSON.stringify(bytes.toString('latin1').slice(0, 700))}`

/** Writes the request and collects bytes until the other side closes, all answers are complete, or the time is up. */
async function speak({ pieces, method, answers, shape }: RawRequest, port: number, limitMs: number) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const received: Buffer[] = []
  let isClosed = false
  // A refused request is cut off during writing: what was received before counts.
  socket.on('error', () => undefined)
  const over = new Promise<void>(done => {
    const close = () => {
      isClosed = true
      done()
    }
    socket.once('end', close).once('close', close)
    socket.on('data', data => {
      received.push(data)
      if (shape !== 'whole') return
      if (readAnswers(Buffer.concat(received), method, false).answers.length >= answers) done()
    })
    socket.setTimeout(limitMs, done)
  })
  const limit = delay(limitMs, undefined, { ref: false })
  await Promise.race([once(socket, 'connect').catch(() => undefined), limit])
  for (const piece of pieces) {
    socket.write(piece)
    // Separate from what follows, or the two would arrive together.
    if (pieces.length > 1) await delay(1)
  }
  if (shape === 'doubtful') await Promise.race([over, quiet(socket)])
  if (shape !== 'whole') socket.end()
  await Promise.race([over, limit])
  socket.destroy()
  return { bytes: Buffer.concat(received), isClosed }
}

/** Waits for a silence: a slow answer is cut off, which is not a fault. */
async function quiet(socket: Socket): Promise<void> {
  const before = { bytes: -1 }
  while (!socket.destroyed && socket.bytesRead !== before.bytes) {
    before.bytes = socket.bytesRead
    await delay(quietMs)
  }
}

/** Checks the state that must be unchanged at the end. */
async function findAftermath({ servers, host }: HostileStack, { cookies }: Callers, log: string) {
  const ask = async (port: number, path: string, cookie: string) => {
    const lines = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`
    const request = { title: path, file: '', method: 'GET', answers: 1, shape: 'whole' as const, isRefused: false }
    const { bytes } = await speak({ ...request, pieces: [Buffer.from(lines)] }, port, 120_000)
    const status = readAnswers(bytes, 'GET', true).answers[0]?.status
    return status === 200 ? [] : [`${path} answers ${status ?? 'nothing'}`]
  }
  const probes = servers.flatMap(({ port }) => [ask(port, '/api/health', ''), ask(port, '/api/ready', '')])
  const [web] = servers
  const pages = [ask(web.port, '/home', cookies.owner), ask(web.port, '/operator/banks', cookies.operator)]
  return {
    'the processes are well': (await Promise.all(probes)).flat(),
    'whoever was signed in still is': (await Promise.all(pages)).flat(),
    'the log': findOurFaults(log),
  }
}

/**
 * Log lines of level error, and the framework's, which are not JSON. The framework also reports a body that its client
 * interrupted, which is not a fault of ours.
 */
function findOurFaults(log: string): string[] {
  const isOurs = (line: string) =>
    /"level":"(?:error|fatal)"|our fault|unhandled|⨯|^\s*\w*Error\b/i.test(line) && line.trim() !== 'Error: aborted'
  return [...new Set(log.split('\n').filter(isOurs))].slice(0, 20).map(line => line.slice(0, 900))
}
