import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * Identifies one piece of work from our own request or job down to the bank: an origin id in every log line, access log
 * row and audit event, and OpenTelemetry spans. Without an exporter spans cost nothing.
 */

type Origin = { readonly id: string; isDatabaseAway?: boolean }

/** Next may load a module more than once per process; the origin must be shared. */
const shared = globalThis as typeof globalThis & { guichetOrigin?: AsyncLocalStorage<Origin> }

function storage(): AsyncLocalStorage<Origin> {
  shared.guichetOrigin ??= new AsyncLocalStorage()
  return shared.guichetOrigin
}

/**
 * Starts sending spans to a collector (OTLP over HTTP); the SDK is loaded only here. Returns a function that stops it
 * and flushes what is pending.
 */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` })
  const traceExporter: typeof exporter = Object.create(exporter, {
    export: {
      value: (...[spans, done]: Parameters<typeof exporter.export>) => {
        for (const { attributes } of spans) maskAddresses(attributes)
        exporter.export(spans, done)
      },
    },
  })
  const sdk = new NodeSDK({ serviceName: 'guichet', traceExporter, instrumentations: [] })
  sdk.start()
  return () => sdk.shutdown()
}

const addressAttributes = ['http.target', 'http.url', 'url.full', 'url.path', 'url.query'] as const

/**
 * The framework records a request's address as it came, with codes and tokens in its query and unguessable ids in its path (C50):
 * without query, and segments as long as such an id become `…`.
 */
function maskAddresses(attributes: Attributes): void {
  for (const name of addressAttributes) {
    const address = attributes[name]
    if (typeof address === 'string')
      attributes[name] = address.replace(/[?#].*$/s, '').replaceAll(/[\w~.%-]{20,}/g, '…')
  }
  if ('url.query' in attributes) delete attributes['url.query']
}

/** The id of the current request or job; null outside of any. */
export function currentOrigin(): string | null {
  return storage().getStore()?.id ?? null
}

/** Starts a new request for the rest of this asynchronous context; returns its id. */
export function enterOrigin(): string {
  const id = randomUUID()
  storage().enterWith({ id })
  return id
}

/** Records for the current request that our database was unavailable; read by `watchDatabase`. */
export function noteDatabaseAway(): void {
  const origin = storage().getStore()
  if (origin) origin.isDatabaseAway = true
}

/** Returns a function that tells, later and from anywhere, whether this request met an unavailable database. */
export function watchDatabase(): () => boolean {
  const origin = storage().getStore()
  return () => origin?.isDatabaseAway === true
}

/** Runs a job under its own id, as one span. */
export function runAsJob<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  return storage().run({ id: randomUUID() }, () => withSpan(`job ${name}`, { 'guichet.job': name }, work))
}

/** Runs `work` as one span; an error is recorded by type, never by message. */
export function withSpan<Value>(name: string, attributes: Attributes, work: () => Promise<Value>): Promise<Value> {
  return trace.getTracer('guichet').startActiveSpan(name, { attributes: withOrigin(attributes) }, async span => {
    try {
      return await work()
    } catch (error) {
      markFailed(span, error instanceof Error ? error.name : 'unknown')
      throw error
    } finally {
      span.end()
    }
  })
}

/** Records a finished span: it began at `at` and took `durationMs`. */
export function recordSpan(
  name: string,
  { at, durationMs, failure }: { readonly at: Date; readonly durationMs: number; readonly failure: string | null },
  attributes: Attributes,
): void {
  const span = trace.getTracer('guichet').startSpan(name, { startTime: at, attributes: withOrigin(attributes) })
  if (failure !== null) markFailed(span, failure)
  span.end(new Date(at.getTime() + durationMs))
}

function withOrigin(attributes: Attributes): Attributes {
  const id = currentOrigin()
  return id === null ? attributes : { ...attributes, 'guichet.request_id': id }
}

function markFailed(span: Span, message: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}
