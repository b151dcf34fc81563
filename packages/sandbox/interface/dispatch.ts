import type { X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import { bankCodeOfHost } from '#sandbox/banks.ts'
import { parisDay } from '#sandbox/clock.ts'
import { answerInstead, readFacts, readPerson, repeatedPage } from '#sandbox/faults/answer.ts'
import { deliver, holdBack, type Rendered, replaceBody } from '#sandbox/faults/apply.ts'
import type { Fault } from '#sandbox/faults/decide.ts'
import { distortAnswer } from '#sandbox/faults/distort.ts'
import { meetFaults } from '#sandbox/faults/rules.ts'
import { tamper } from '#sandbox/faults/tamper.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { countServed } from '#sandbox/store/statistics.ts'
import { areaOf } from '#sandbox/wire/area.ts'
import { readBody } from '#sandbox/wire/body.ts'
import type { Answer, Exchange } from '#sandbox/wire/exchange.ts'
import { Refusal, refuse, refuseHttp } from '#sandbox/wire/refuse.ts'
import { renderRefusal } from '#sandbox/wire/render.ts'
import { type CheckedStep, recordCall } from '#sandbox/wire/request-log.ts'
import type { Match, Router } from '#sandbox/wire/router.ts'
import { chooseMediaType } from '#sandbox/wire/steps/accept.ts'
import { isEchoable } from '#sandbox/wire/steps/request-id.ts'

/** Answers one call: finds the endpoint, runs its steps in order, sends the answer and logs one line. */
export async function dispatch(
  sandbox: Sandbox,
  router: Router,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedAt = performance.now()
  const call = readCall(request)
  const match = router(call.method, call.path)
  const outcome = await answerCall(sandbox, { match, call }, request, response)
  const { answer, exchange, error, faults } = outcome
  const rendered = render(answer, call)
  await deliver(response, rendered, faults)
  const ms = performance.now() - startedAt
  recordOutcome(sandbox, { call, match, request, outcome, rendered, ms })
  sandbox.log({
    event: 'call',
    bank: call.bankCode,
    method: call.method,
    path: match.found === 'endpoint' ? match.endpoint.path : 'unknown',
    status: answer.status,
    code: codeOf(answer),
    ms: Math.round((performance.now() - startedAt) * 10) / 10,
    requestId: call.requestId,
    organisation: exchange?.organisationId ?? null,
    attended: exchange?.attended ?? null,
    ...(faults.length === 0 ? {} : { desk: faults.map(({ kind }) => kind) }),
    ...(error === null ? {} : { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  })
}

type Call = {
  readonly bankCode: string | null
  readonly method: string
  readonly target: string
  readonly path: string
  readonly headers: Headers
  readonly requestId: string | null
}

function readCall(request: IncomingMessage): Call {
  const target = request.url ?? '/'
  const headers = toHeaders(request)
  const requestId = headers.get('x-request-id')
  return {
    bankCode: bankCodeOfHost(headers.get('host')),
    method: request.method ?? 'GET',
    target,
    path: target.split('?', 1)[0] ?? target,
    headers,
    requestId: requestId !== null && isEchoable(requestId) ? requestId : null,
  }
}

function toHeaders(request: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    headers.append(request.rawHeaders[at] ?? '', request.rawHeaders[at + 1] ?? '')
  }
  return headers
}

type Outcome = {
  readonly answer: Answer
  readonly exchange: Exchange | null
  readonly error: unknown
  readonly body: Buffer
  readonly personId: string | null
  /** Faults of the control desk that affected the call. */
  readonly faults: readonly Fault[]
  readonly checked: readonly CheckedStep[]
}

async function answerCall(
  sandbox: Sandbox,
  { match, call }: { readonly match: Match; readonly call: Call },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Outcome> {
  let exchange: Exchange | null = null
  let body: Buffer = Buffer.alloc(0)
  let personId: string | null = null
  let faults: readonly Fault[] = []
  let at = ''
  const checked: CheckedStep[] = []
  const finish = (answer: Answer, error: unknown): Outcome => ({
    answer,
    exchange,
    error,
    body,
    personId,
    faults,
    checked,
  })
  try {
    // The body is read even if the call will be refused, so that the connection can be reused.
    body = await readBody(request)
    personId = readPerson(sandbox, call, body)
    const certificate = peerCertificate(request)
    const facts = readFacts(sandbox, call, { match, certificate, body, personId })
    faults = meetFaults(sandbox.db, facts, 'wire')
    await holdBack(faults, response)
    const instead = answerInstead(faults, call.path, sandbox.clock.now())
    if (instead) return finish(instead, null)
    const endpoint = pickEndpoint(match, call)
    const { bankCode, method, path, target, headers } = call
    const query = new URLSearchParams(target.slice(path.length + 1))
    const asked = { bankCode: bankCode ?? '', method, path, target, query, headers, version: versionOf(path) }
    exchange = tamper({ ...asked, sandbox, params: endpoint.params, body, certificate }, faults)
    body = exchange.body
    for (const step of endpoint.steps) {
      at = step.name
      const answer = await step(exchange)
      checked.push({ step: at, outcome: answer ? 'answered' : 'passed', detail: null })
      if (answer) {
        const previous = await repeatedPage(exchange, step, answer, faults)
        return finish(distortAnswer(answer, faults, previous), null)
      }
    }
    throw new Error(`no step of ${call.method} ${call.path} answered`)
  } catch (error) {
    const refusal =
      error instanceof Refusal ? error : new Refusal({ kind: 'code', code: 'INTE' }, 500, 'Internal error')
    const answer = renderRefusal(refusal, call.path, sandbox.clock.now())
    checked.push({ step: at || 'findsEndpoint', outcome: 'refused', detail: refusal.message })
    return finish(answer, error instanceof Refusal ? null : error)
  }
}

function pickEndpoint(match: Match, call: Call) {
  if (call.bankCode === null) refuseHttp(404, 'No bank of this group has that host name')
  // bank:D71
  if (match.found === 'nothing') refuseHttp(404, 'No such path')
  if (match.found === 'path') {
    refuse('NIMP', `Wrong method: ${call.method}`, { status: 405, headers: { Allow: match.methods.join(', ') } })
  }
  return { steps: match.endpoint.steps, params: match.params }
}

const certificates = new WeakMap<TLSSocket, X509Certificate | null>()

function peerCertificate(request: IncomingMessage): X509Certificate | null {
  const { socket } = request
  if (!(socket instanceof TLSSocket)) return null
  const known = certificates.get(socket)
  if (known !== undefined) return known
  const certificate = socket.getPeerX509Certificate() ?? null
  certificates.set(socket, certificate)
  return certificate
}

function versionOf(path: string): Exchange['version'] {
  if (path.startsWith('/stet/psd2/v1.6.2/')) return '1.6.2'
  return path.startsWith('/stet/psd2/v1.4.2/') ? '1.4.2' : null
}

function render(answer: Answer, call: Call): Rendered {
  const text = answer.text ?? (answer.body === undefined ? null : JSON.stringify(answer.body))
  const body = text === null ? null : Buffer.from(text, 'utf8')
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', ...answer.headers }
  if (call.requestId !== null) headers['X-Request-ID'] = call.requestId
  if (body !== null) {
    headers['Content-Type'] ??= contentTypeOf(call)
    headers['Content-Length'] = String(body.length)
  } else if (answer.status !== 204) {
    headers['Content-Length'] = '0'
  }
  return { status: answer.status, headers, body }
}

type Served = {
  readonly call: Call
  readonly match: Match
  readonly request: IncomingMessage
  readonly outcome: Outcome
  readonly rendered: Rendered
  readonly ms: number
}

function recordOutcome({ db, clock }: Sandbox, { call, match, request, outcome, rendered, ms }: Served): void {
  const { answer, exchange, body, personId, faults, checked } = outcome
  const written = replaceBody(rendered, faults)
  const lost = faults.some(({ kind }) => kind === 'close_before' || kind === 'close_after')
  recordCall(db, {
    at: clock.now(),
    realAt: clock.realNow(),
    ms: Math.round(ms * 10) / 10,
    bankCode: call.bankCode,
    method: call.method,
    target: call.target,
    endpoint: match.found === 'endpoint' ? match.endpoint.path : null,
    requestHeaders: pairHeaders(request.rawHeaders),
    requestBody: body,
    organisationId: exchange?.organisationId ?? null,
    clientId: exchange?.application?.clientId ?? exchange?.grant?.clientId ?? null,
    personId,
    attended: exchange?.attended ?? null,
    steps: checked,
    status: lost ? null : written.status,
    code: codeOf(answer),
    responseHeaders: lost ? {} : written.headers,
    responseBody: lost ? null : written.body,
    faults: faults.map(({ kind }) => kind),
  })
  const status = lost ? null : written.status
  if (call.bankCode !== null)
    countServed(db, {
      bankCode: call.bankCode,
      interface: 'dedicated',
      service: serviceOf(call.path),
      at: clock.now(),
      day: parisDay(clock.now()),
      ms,
      failed: status === null || (status >= 500 && status !== 501),
    })
}

/** Whose service a call belongs to; null: registration and OAuth. */
function serviceOf(path: string): 'ais' | 'pis' | null {
  if (path.includes('/payment-requests')) return 'pis'
  return path.includes('/oauth/') || path.includes('/register') ? null : 'ais'
}

function pairHeaders(raw: readonly string[]): (readonly [string, string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
}

function contentTypeOf(call: Call): string {
  const media = areaOf(call.path) === 'data' ? chooseMediaType(call.headers.get('accept')) : 'application/json'
  return `${media ?? 'application/json'}; charset=utf-8`
}

function codeOf(answer: Answer): string | null {
  if (answer.status < 400 || typeof answer.body !== 'object' || answer.body === null) return null
  const { message, error } = answer.body as { message?: unknown; error?: unknown }
  return String(message ?? error ?? '') || null
}
