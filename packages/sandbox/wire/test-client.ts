import { createHash, createPrivateKey, type KeyObject, randomUUID, sign, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer, type Server as HttpServer } from 'node:http'
import { Agent, request, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiServer } from '#sandbox/interface/server.ts'
import { ensurePki } from '#sandbox/pki/ensure.ts'
import { issueTpp, type TppOrder } from '#sandbox/pki/issue.ts'
import { newTestFolder, testTpp } from '#sandbox/pki/test-authority.ts'
import { findAnswerFault, readJson } from '#sandbox/reference/find-answer-fault.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import type { Settings } from '#sandbox/settings.ts'
import { openTestSandbox, type TestSandboxOptions } from '#sandbox/test-store.ts'
import { listen } from './listen.ts'
import type { TestAnswerBody } from './test-answer.ts'
import { exchange } from './test-exchange.ts'

/** A TPP of the tests: its certificates and keys. */
export type TestTpp = {
  readonly organisationId: string
  readonly qwacPem: string
  readonly qwacKeyPem: string
  readonly qsealPem: string
  readonly qsealKey: KeyObject
  readonly fingerprint: string
}

export type TestAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: TestAnswerBody
  readonly text: string
}

export type TestCall = {
  readonly method?: string
  readonly path: string
  readonly bankCode?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Null for no client certificate. */
  readonly tpp?: TestTpp | null
  readonly token?: string
  /** Signs with this keyId; absent for an unsigned call. */
  readonly keyId?: string
  /** Names in the signature instead of the usual list. */
  readonly signed?: readonly string[]
  /** Signs this as `(request-target)` instead of the actual one. */
  readonly signedTarget?: string
  /** Changes the headers (and by its return value the body) after signing, like an attacker on the network. */
  readonly tamper?: (headers: Record<string, string>) => string | undefined
  /** A fault of the desk changes the answer, so it is not validated by the reference. */
  readonly faulty?: boolean
}

/** A bank in this process with real TLS on a free port, and a TPP that calls and signs. */
export type TestBank = {
  readonly sandbox: Sandbox
  readonly api: Server
  readonly tpp: TestTpp
  /** Origin at which the TPP's certificates can be fetched, `http://127.0.0.1:port`. */
  readonly tppOrigin: string
  /** keyId URL of a TPP's seal certificate. */
  keyIdOf(tpp: TestTpp): string
  /** Answers of the TPP's own web server; by default its certificates. */
  readonly served: Map<string, { status: number; body: string; headers?: Record<string, string> }>
  readonly fetched: string[]
  call(call: TestCall): Promise<TestAnswer>
  /** Signed GET with bearer, as for a data endpoint. */
  get(path: string, token: string, more?: Partial<TestCall>): Promise<TestAnswer>
  form(path: string, fields: Readonly<Record<string, string>>, more?: Partial<TestCall>): Promise<TestAnswer>
  newTpp(order: TppOrder, pkiDirectory?: string): Promise<TestTpp>
  close(): Promise<void>
}

export const testBankCode = '19870'

/** Starts its own bank in a temporary folder. */
export async function startTestBank(
  settings: Partial<Settings> = {},
  options: TestSandboxOptions = {},
): Promise<TestBank> {
  const dataDir = newTestFolder()
  await ensurePki(join(dataDir, 'pki'), { tpp: testTpp })
  const sandbox = await openTestSandbox({ dataDir, apiPort: 0, screensPort: 0, ...settings }, options)
  const api = createApiServer(sandbox)
  sandbox.ports.api = await listen(api, '127.0.0.1', 0, 'SANDBOX_API_PORT')
  const served: TestBank['served'] = new Map()
  const fetched: string[] = []
  const site = serveFiles(served, fetched)
  const tppOrigin = `http://127.0.0.1:${await listen(site, '127.0.0.1', 0, 'TEST')}`

  const newTpp = async (order: TppOrder, pkiDirectory = sandbox.pki.directory): Promise<TestTpp> => {
    const directory = mkdtempSync(join(tmpdir(), 'tpp-'))
    await issueTpp(pkiDirectory, order, directory)
    return serve(readTpp(order.organisationId, directory))
  }
  const serve = (tpp: TestTpp) => {
    served.set(pathOf(tpp), { status: 200, body: tpp.qsealPem })
    return tpp
  }
  const tpp = serve(readTpp(testTpp.organisationId, join(dataDir, 'pki', 'tpp')))
  const client = createTestClient(sandbox.pki.caPem, tpp, () => sandbox.ports.api)
  const { call } = client
  const keyIdOf = (who: TestTpp) => `${tppOrigin}${pathOf(who)}`
  return {
    sandbox,
    api,
    tpp,
    tppOrigin,
    keyIdOf,
    served,
    fetched,
    call,
    get: (path, token, more = {}) => call({ path, token, keyId: keyIdOf(more.tpp ?? tpp), ...more }),
    form: client.form,
    newTpp,
    async close() {
      client.close()
      api.closeAllConnections()
      site.closeAllConnections()
      await Promise.all([api, site].map(server => new Promise(done => server.close(done))))
      sandbox.close()
    },
  }
}

export type TestClient = Pick<TestBank, 'call' | 'form' | 'tpp'> & { close(): void }

/** Calls as `tpp` over real mutual TLS, to a bank in this process or in another. */
export function createTestClient(caPem: string, tpp: TestTpp, port: () => number): TestClient {
  const agents = new Map<string, Agent>()
  const agentOf = (caller: TestTpp | null): Agent => {
    const known = agents.get(caller?.fingerprint ?? '')
    if (known) return known
    const identity = caller ? { cert: caller.qwacPem, key: caller.qwacKeyPem } : {}
    const agent = new Agent({ keepAlive: true, ca: caPem, ...identity })
    agents.set(caller?.fingerprint ?? '', agent)
    return agent
  }
  const call = async (order: TestCall): Promise<TestAnswer> => {
    const caller = order.tpp === undefined ? tpp : order.tpp
    const host = `${order.bankCode ?? testBankCode}.sandbox.localhost`
    const { headers, body } = prepare(order, caller, host)
    if (body !== '') headers['content-length'] ??= String(Buffer.byteLength(body))
    const method = order.method ?? 'GET'
    const where = { host: '127.0.0.1', port: port(), servername: host, agent: agentOf(caller) }
    const { status, text, ...raw } = await exchange(request({ ...where, method, path: order.path, headers }), body)
    const answer = { status, text, headers: Object.fromEntries(raw.headers), body: readJson(text) as TestAnswerBody }
    // Every answer must match the bank's own reference.
    const fault = order.faulty ? null : findAnswerFault(method, order.path, answer)
    if (fault !== null) throw new Error(fault)
    return answer
  }
  return {
    tpp,
    call,
    form: (path, fields, more = {}) =>
      call({
        method: 'POST',
        path,
        ...more,
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', ...more.headers },
        body: new URLSearchParams(fields).toString(),
      }),
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

/** An authority unknown to the bank, for negative tests. Returns its folder. */
export async function makeForeignPki(): Promise<string> {
  const directory = join(mkdtempSync(join(tmpdir(), 'foreign-')), 'pki')
  await ensurePki(directory)
  return directory
}

/** Certificates and keys of a TPP from its folder. */
export function readTpp(organisationId: string, directory: string): TestTpp {
  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  const qsealPem = read('qseal.pem')
  return {
    organisationId,
    qwacPem: read('qwac.pem'),
    qwacKeyPem: read('qwac.key'),
    qsealPem,
    qsealKey: createPrivateKey(read('qseal.key')),
    fingerprint: new X509Certificate(qsealPem).fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}

function pathOf(tpp: TestTpp): string {
  return `/certificates/qseal_${tpp.fingerprint}.pem`
}

function serveFiles(served: TestBank['served'], fetched: string[]): HttpServer {
  return createServer((incoming, response) => {
    fetched.push(incoming.url ?? '')
    const file = served.get(incoming.url ?? '')
    response.writeHead(file?.status ?? 404, file?.headers ?? {})
    response.end(file?.body ?? '')
  })
}

function prepare(
  order: TestCall,
  tpp: TestTpp | null,
  host: string,
): { headers: Record<string, string>; body: string } {
  const body = order.body ?? ''
  const headers: Record<string, string> = {
    host,
    date: new Date().toUTCString(),
    'x-request-id': randomUUID(),
    ...(body === '' ? {} : { digest: digestOf(body), 'content-type': 'application/json' }),
    ...(order.token === undefined ? {} : { authorization: `Bearer ${order.token}` }),
    ...order.headers,
  }
  if (order.keyId !== undefined && tpp) headers.signature = signatureOf(order, headers, tpp, order.keyId)
  return { body: order.tamper?.(headers) ?? body, headers }
}

function signatureOf(order: TestCall, headers: Record<string, string>, tpp: TestTpp, keyId: string): string {
  const names = order.signed ?? [
    '(request-target)',
    'host',
    'date',
    'x-request-id',
    ...(order.body ? ['digest', 'content-type'] : []),
    ...Object.keys(headers).filter(name => name.startsWith('psu-')),
  ]
  const lines = names.map(name =>
    name === '(request-target)'
      ? `${name}: ${order.signedTarget ?? `${(order.method ?? 'GET').toLowerCase()} ${order.path}`}`
      : `${name}: ${headers[name]}`,
  )
  const signature = sign('RSA-SHA256', Buffer.from(lines.join('\n')), tpp.qsealKey).toString('base64')
  return `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`
}

/** The `Digest` header of a body, computed independently of the code under test. */
export function digestOf(body: string): string {
  return `SHA-256=${createHash('sha256').update(body).digest('base64')}`
}
