import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { db } from '#lib/db.ts'
import { apiScopes } from '#lib/domain/merchant/api-key.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { bankDomain } from '#testing/bank/scripted.ts'
import { asMember } from '#testing/people/as-member.ts'
import { newPerson, type Person, paramsOf } from '#testing/people/with-everything.ts'
import { findFaultOnWire } from '#testing/routes/answers.ts'
import type { HostileStack } from '#testing/stack/built.ts'
import { newHostileVisitor, signIn } from '#testing/stack/visitor.ts'

/**
 * What the running application promises of bytes over plain sockets (H39): a table of whole requests, and every page and route with
 * hostile parts in its address and headers. server/http.test.ts has the refusals of our own server one by one.
 */
export type RawReport = {
  readonly asked: number
  readonly failures: readonly { readonly name: string; readonly faults: readonly string[] }[]
}

/** The possible callers, with their credentials. */
export type Callers = {
  readonly host: string
  readonly person: Person
  readonly apiKey: string
  readonly cookies: Readonly<Record<'nobody' | 'owner' | 'operator', string>>
}

type RawRequest = {
  readonly title: string
  readonly bytes: Buffer
  readonly isCut?: boolean
  /** The status, empty if the connection is closed without one; by default any, for testing/routes/answers.ts judges what the pages say. */
  readonly wanted?: RegExp
  /** The file that answers. */
  readonly file?: string
}

/** A table's file: `requests` are bytes and the status they must get, `parts` and `headers` what addresses and headers may hold. */
const table: {
  readonly requests: readonly {
    readonly title: string
    readonly bytes: string
    readonly status: string
    /** Our side ends with it: otherwise the server would wait for more. */
    readonly isCut?: boolean
  }[]
  readonly parts: readonly string[]
  readonly headers: readonly string[]
} = JSON.parse(readFileSync(new URL('fixtures/raw.json', import.meta.url), 'utf8'))

const long = 'x'.repeat(8_000)
/** `{host}`, `{sound}` (the headers that every request needs), and a character that many times as `{x:64000}`. */
const filled = (text: string, { host }: Pick<Callers, 'host'>) =>
  text
    .replaceAll('{sound}', `Host: ${host}\r\nConnection: close\r\n`)
    .replaceAll('{host}', host)
    .replaceAll(/\{(.):(\d+)\}/g, (_, character: string, times: string) => character.repeat(Number(times)))

/** Asked without a session, which it would end. */
const endsSession = /\/(signout|signin|signup|erase|leave|sessions|password)\//

/**
 * Every page and route by those whom it is for and by nobody, the parameters of its address now good, now hostile. The short form asks
 * each file once, in turns.
 */
function* requestsOf(callers: Callers, form: 'short' | 'whole'): Generator<RawRequest> {
  for (const { title, bytes, status, isCut = false } of table.requests)
    yield { title, isCut, bytes: Buffer.from(filled(bytes, callers), 'latin1'), wanted: new RegExp(`^(${status})$`) }
  const [parts, headers] = [
    [...table.parts, long],
    [...table.headers, `Cookie: ${long}`],
  ]
  for (const [at, file] of globSync('app/**/{page.tsx,route.ts}').sort().entries()) {
    const own = file.includes('operator') ? callers.cookies.operator : callers.cookies.owner
    for (const [turn, cookie] of [endsSession.test(file) ? '' : own, callers.cookies.nobody, own].entries()) {
      if (turn === 2 && (endsSession.test(file) || !file.includes('['))) continue
      if (form === 'short' && turn !== at % (file.includes('[') && !endsSession.test(file) ? 3 : 2)) continue
      const part = parts[(3 * at + turn) % parts.length] ?? ''
      const isGood = turn === 0
      const query = isGood ? `?${part.replaceAll(/[ #]/g, '+')}` : ''
      const header = headers[(3 * at + turn) % headers.length] ?? ''
      const lines = [`GET ${addressOf(file, callers.person, isGood ? null : part)}${query} HTTP/1.1`, header]
      if (cookie !== '' && !header.startsWith('Cookie:')) lines.push(`Cookie: ${cookie}`)
      if (file.startsWith('app/api/v1/')) lines.push(`Authorization: Bearer ${callers.apiKey}`)
      const bytes = Buffer.from(`${lines.join('\r\n')}\r\n${filled('{sound}', callers)}\r\n`, 'latin1')
      yield { title: `${file}: ${JSON.stringify(part)}, ${JSON.stringify(header)}`.slice(0, 200), bytes, file }
    }
  }
}

function addressOf(file: string, person: Person, part: string | null): string {
  const good = paramsOf(file, person)
  const path = file
    .replace(/^app/, '')
    .replace(/\/(page\.tsx|route\.ts)$/, '')
    .replaceAll(/\/\([^)]+\)/g, '')
    .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: string) => part ?? encodeURIComponent(good[name] ?? 'x'))
  return path === '' ? '/' : path
}

export async function runRaw(
  stack: HostileStack,
  form: 'short' | 'whole',
  tell: (line: string) => void = () => undefined,
): Promise<RawReport> {
  const callers = await newCallers(stack)
  const loggedBefore = stack.log().length
  const failures: { name: string; faults: readonly string[] }[] = []
  let asked = 0
  const requests = requestsOf(callers, form)
  const work = async () => {
    for (const request of requests) {
      asked += 1
      const faults = await findFaults(stack, request)
      if (faults.length === 0) continue
      failures.push({ name: request.title, faults })
      tell(`✖ ${request.title}${faults.map(fault => `\n    ${fault}`).join('')}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
  const after = await findAftermath(stack, callers, stack.log().slice(loggedBefore))
  if (after.length > 0) failures.push({ name: 'afterwards', faults: after })
  return { asked, failures }
}

async function findFaults({ servers: [web], host }: HostileStack, request: RawRequest): Promise<string[]> {
  const { bytes, isCut = false, wanted = /^\d{3}$/, file = '' } = request
  const said = await send(web.port, bytes, isCut)
  const [, status = '', lines = '', text = ''] = /^HTTP\/1\.1 (\d{3})[^\n]*\n(.*?)\r\n\r\n(.*)$/s.exec(said) ?? []
  const headers = new Headers()
  for (const [, name = '', value = ''] of lines.matchAll(/^([^:\r\n]+): ?(.*?)\r?$/gm)) headers.append(name, value)
  const fault =
    status === '' ? null : findFaultOnWire(file, { status: Number(status), headers, text }, { host, banks: bankDomain })
  const faults = [
    ...(wanted.test(status) ? [] : [`answers "${status}", wanted ${wanted.source}`]),
    ...(fault === null ? [] : [fault]),
  ]
  return faults.length === 0
    ? []
    : [...faults, JSON.stringify(bytes.toString('latin1').slice(0, 500)), JSON.stringify(said.slice(0, 500))]
}

/** Writes, and returns what is answered until the connection ends. */
async function send(port: number, bytes: Buffer, isCut = false): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const received: Buffer[] = []
  // A refused request is cut off during writing: what was received before counts.
  socket.on('error', () => undefined).on('data', data => received.push(data))
  const closed = new Promise(done => socket.once('end', done).once('close', done))
  socket.setTimeout(120_000, () => socket.destroy())
  if (isCut) socket.end(bytes)
  else socket.write(bytes)
  await closed
  socket.destroy()
  return Buffer.concat(received).toString('latin1')
}

/** What must be unchanged at the end: the processes, sessions, and a log without faults of ours. */
async function findAftermath({ servers, host }: HostileStack, { cookies }: Callers, log: string): Promise<string[]> {
  const ask = async (port: number, path: string, cookie = '') => {
    const said = await send(
      port,
      Buffer.from(`GET ${path} HTTP/1.1\r\n${filled('{sound}', { host })}Cookie: ${cookie}\r\n\r\n`),
    )
    return said.startsWith('HTTP/1.1 200') ? [] : [`${path} answers ${said.slice(0, 60)}`]
  }
  const [{ port }] = servers
  const answers = await Promise.all([
    ...servers.flatMap(each => [ask(each.port, '/api/health'), ask(each.port, '/api/ready')]),
    ask(port, '/home', cookies.owner),
    ask(port, '/operator/banks', cookies.operator),
  ])
  // The framework's lines are not JSON. It also reports a body that its client interrupted, which is not a fault of ours.
  const isOurs = (line: string) =>
    /"level":"(?:error|fatal)"|our fault|unhandled|⨯|^\s*\w*Error\b/i.test(line) && line.trim() !== 'Error: aborted'
  const lines = [...new Set(log.split('\n').filter(isOurs))].slice(0, 20).map(line => line.slice(0, 900))
  return [...answers.flat(), ...lines]
}

/** A person with one of everything and an operator, signed in. */
export async function newCallers(stack: HostileStack): Promise<Callers> {
  const bank = { code: '19870', name: 'Banque 19870', group: 'Hostile', bic: 'RIVHFRPP', aisVersion: '1.6.2' }
  const url = stack.bank.baseUrlOf('19870')
  const look = { screensUrl: url, brandColor: '#0B3C6F', initials: 'H', supports: ['accounts', 'payments'] }
  await db().bank.upsert({ where: { code: '19870' }, update: {}, create: { ...bank, ...look, baseUrl: url } })
  const person = await newPerson('FR7619870000010000000000138')
  const { userId, email } = person.session
  await db().user.update({ where: { id: userId }, data: { passwordHash: stack.passwordHash, locale: 'en' } })
  const input = { mode: 'test' as const, name: 'Shop', scopes: [...apiScopes] }
  const { key } = await asMember(userId, person.merchant.organisationId, 'key.create', createApiKey, input)
  const [owner, operator] = [await signIn(stack, userId, email), await newHostileVisitor(stack)]
  await db().user.update({ where: { id: operator.userId }, data: { role: 'operator' } })
  const cookies = { nobody: '', owner: owner.cookie(), operator: operator.cookie() }
  return { host: stack.host, person, apiKey: key, cookies }
}
