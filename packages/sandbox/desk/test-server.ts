import { request } from 'node:http'
import { z } from 'zod'
import { readJson } from '#sandbox/reference/find-answer-fault.ts'
import { createScreensServer } from '#sandbox/screens-server.ts'
import type { Settings } from '#sandbox/settings.ts'
import { listen } from '#sandbox/wire/listen.ts'
import { obtainTokens, registerClient, testRedirectUri } from '#sandbox/wire/test-application.ts'
import { startTestBank, type TestAnswer, type TestBank, type TestCall } from '#sandbox/wire/test-client.ts'
import { exchange, type RawAnswer } from '#sandbox/wire/test-exchange.ts'
import { describeDesk } from './openapi.ts'

export const base = '/stet/psd2/v1.6.2'

type Several<T> = readonly [T, ...T[]]

/**
 * The body of the desk's answers, with the members of all of them. `ask` validates every answer against the document; a member
 * that an answer does not have is undefined, and fails the test's expectation.
 */
type DeskBody = {
  readonly error: string
  readonly issues: Several<{ readonly path: string }>
  readonly id: string
  readonly identifier: string
  readonly accessToken: string
  readonly now: string
  readonly frozen: boolean
  readonly rotate: boolean
  readonly isDown: boolean
  readonly format: string
  readonly accounts: Several<{ readonly id: string; readonly iban: string }>
  readonly people: readonly unknown[]
  readonly entries: readonly { readonly position: number; readonly day: string }[]
  readonly position: number
  readonly reference: string
  readonly texts: readonly unknown[]
  readonly grants: Several<{ readonly pairId: string; readonly state: string; readonly scope: string }>
  readonly consents: Several<{ readonly recordedAt: string }>
  readonly quota: readonly unknown[]
  readonly outcome: string
  readonly callbackUrl: string
  readonly qwac: { readonly certificate: string; readonly key: string }
  readonly qsealc: { readonly certificate: string; readonly key: string }
  readonly callbacks: readonly string[]
  readonly amounts: readonly unknown[]
  readonly situations: readonly { readonly code: string }[]
  readonly faults: readonly { readonly id: string; readonly fault: unknown }[]
  readonly calls: Several<DeskCallSeen>
  /** Of the document itself. */
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
}

/** A call as the request log shows it. */
type DeskCallSeen = {
  readonly id: number
  readonly steps: readonly { readonly step: string; readonly outcome: string; readonly detail: string | null }[]
  readonly [member: string]: unknown
}

export type DeskAnswer = RawAnswer & { readonly body: DeskBody }
type DeskCall = { method?: string; headers?: Record<string, string>; json?: unknown; form?: Record<string, string> }

/** A bank with its desk on free ports and a registered TPP; every JSON answer of the desk is validated against its document. */
export type TestDesk = {
  readonly bank: TestBank
  readonly port: number
  readonly clientId: string
  /** Raw call to the screens' server under the start page's host name. */
  send(path: string, call?: DeskCall): Promise<DeskAnswer>
  /** JSON call; the answer is validated against the OpenAPI document. */
  ask(method: string, path: string, json?: unknown): Promise<DeskAnswer>
  token(personId?: string, bankCode?: string): Promise<string>
  get(path: string, token: string, more?: Partial<TestCall>): Promise<TestAnswer>
  authorizeUrl(bankCode?: string, change?: Record<string, string>): string
  /** Operations that were called and validated. */
  readonly checked: Set<string>
  close(): Promise<void>
}

/** Starts a bank and its desk. */
export async function startTestDesk(settings: Partial<Settings> = {}): Promise<TestDesk> {
  const bank = await startTestBank(settings)
  const server = createScreensServer(bank.sandbox)
  const port = await listen(server, '127.0.0.1', 0, 'TEST')
  bank.sandbox.ports.screens = port
  const clientId = await registerClient(bank)
  const document = documentOf(port)
  const checked = new Set<string>()
  const send: TestDesk['send'] = async (path, { method = 'GET', headers = {}, json, form } = {}) => {
    const body = form ? new URLSearchParams(form).toString() : json === undefined ? '' : JSON.stringify(json)
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const entity = body === '' ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }
    const all = { host: `sandbox.localhost:${port}`, ...entity, ...headers }
    const answer = await exchange(request({ host: '127.0.0.1', port, path, method, agent: false, headers: all }), body)
    return { ...answer, body: readJson(answer.text) as DeskBody }
  }
  return {
    bank,
    port,
    clientId,
    send,
    checked,
    async ask(method, path, json) {
      const answer = await send(`/desk/api${path}`, { method, json: json ?? (method === 'GET' ? undefined : {}) })
      checked.add(checkAnswer(document, method, `/desk/api${path.split('?')[0]}`, answer))
      return answer
    },
    async token(personId = 'camille-bernard', bankCode = '19870') {
      return (await obtainTokens(bank, clientId, { personId, bankCode })).access_token
    },
    get: (path, token, more = {}) =>
      bank.get(`${base}${path}`, token, { ...more, headers: { 'psu-ip-address': '203.0.113.7', ...more.headers } }),
    authorizeUrl(bankCode = '19870', change = {}) {
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: testRedirectUri,
        scope: 'aisp',
        state: 's-1',
      }
      return `http://${bankCode}.sandbox.localhost:${port}/stet/psd2/oauth/authorize?${new URLSearchParams({ ...query, ...change })}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await bank.close()
    },
  }
}

// The document's schema is turned back into a validator, so that the document itself is tested.
/** The part of an OpenAPI document that `checkAnswer` reads. */
type DeskDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeskOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
type DeskOperation = {
  readonly operationId: string
  readonly responses: Readonly<
    Record<number, { readonly content: { readonly 'application/json': { schema: Schema } } }>
  >
}
type Schema = Parameters<typeof z.fromJSONSchema>[0] & { readonly $ref?: string }

function checkAnswer(document: DeskDocument, method: string, path: string, answer: DeskAnswer): string {
  const template = Object.keys(document.paths).find(candidate =>
    new RegExp(`^${candidate.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  checkDocumented(document, `${method} ${template}`, answer)
  return String(document.paths[template ?? '']?.[method.toLowerCase()]?.operationId)
}

/** Validates an answer against the desk's document; `operation` is `GET /desk/api/people/{id}`. */
export function checkDocumented(document: DeskDocument, operation: string, { status, text }: RawAnswer): void {
  const [method = '', path = ''] = operation.split(' ')
  const found = document.paths[path]?.[method.toLowerCase()]?.responses[status]
  if (!found) throw new Error(`${operation} answered ${status}, which the document does not know: ${text}`)
  const schema = found.content['application/json'].schema
  const plain = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
  if (!plain) throw new Error(`the document lacks ${schema.$ref}`)
  z.fromJSONSchema(plain).parse(JSON.parse(text))
}

/** As it is served. */
export const documentOf = (port: number): DeskDocument =>
  JSON.parse(JSON.stringify(describeDesk(`http://sandbox.localhost:${port}`)))
