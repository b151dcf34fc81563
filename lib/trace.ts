import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * What one piece of work is known by, from our own request or job down to the bank: an id that every log line, access log row
 * and audit event of it carries, and the spans of OpenTelemetry. Without a configured exporter spans cost nothing.
 */

type Origin = { readonly id: string; isDatabaseAway?: boolean }

/** Next loads a module more than once in a process; the origin must be one. */
const shared = globalThis as typeof globalThis & { guichetOrigin?: AsyncLocalStorage<Origin> }

function storage(): AsyncLocalStorage<Origin> {
  shared.guichetOrigin ??= new AsyncLocalStorage()
  return shared.guichetOrigin
}

/**
 * Begins to send spans to a collector (OTLP over HTTP); the SDK is loaded only here. Returns how to stop, with what is not sent
 * yet sent.
 */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const traceExporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const sdk = new NodeSDK({ serviceName: 'guichet', traceExporter, instrumentations: [] })
  sdk.start()
  return () => sdk.shutdown()
}

/** The id of the request or job this code runs for; null outside of any. */
export function currentOrigin(): string | null {
  return storage().getStore()?.id ?? null
}

/** Everything that follows in this asynchronous context belongs to a new request; returns its id. */
export function enterOrigin(): string {
  const id = randomUUID()
  storage().enterWith({ id })
  return id
}

/** Notes of the request this code runs for that our database could not answer it; `watchDatabase` tells. */
export function noteDatabaseAway(): void {
  const origin = storage().getStore()
  if (origin) origin.isDatabaseAway = true
}

/** A question that can be asked later and from elsewhere: whether this request, as it goes on, met a database that was away. */
export function watchDatabase(): () => boolean {
  const origin = storage().getStore()
  return () => origin?.isDatabaseAway === true
}

/** Runs a job under an id of its own, as one span. */
export function runAsJob<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  return storage().run({ id: randomUUID() }, () => withSpan(`job ${name}`, { 'guichet.job': name }, work))
}

/** Runs `work` as one span; what it throws is noted by its type, never by its message. */
export function withSpan<Value>(name: string, attributes: Attributes, work: () => Promise<Value>): Promise<Value> {
  const id = currentOrigin()
  const all = id === null ? attributes : { ...attributes, 'guichet.request_id': id }
  return trace.getTracer('guichet').startActiveSpan(name, { attributes: all }, async span => {
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

/** A span of something that is over: it began at `at` and took `durationMs`. */
export function recordSpan(
  name: string,
  { at, durationMs, failure }: { readonly at: Date; readonly durationMs: number; readonly failure: string | null },
  attributes: Attributes,
): void {
  const span = trace.getTracer('guichet').startSpan(name, { startTime: at, attributes })
  if (failure !== null) markFailed(span, failure)
  span.end(new Date(at.getTime() + durationMs))
}

function markFailed(span: Span, message: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}
