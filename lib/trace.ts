import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/**
 * An origin id from request or job to the bank, in logs and audit, and OpenTelemetry spans, free without an
 * exporter.
 */

type Origin = { readonly id: string; isDatabaseAway?: boolean }

/** Next loads modules more than once. */
const shared = globalThis as typeof globalThis & { guichetOrigin?: AsyncLocalStorage<Origin> }

function storage(): AsyncLocalStorage<Origin> {
  shared.guichetOrigin ??= new AsyncLocalStorage()
  return shared.guichetOrigin
}

/** OTLP over HTTP. The returned function stops and flushes. */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const [{ NodeSDK }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` })
  const traceExporter: typeof exporter = Object.create(exporter, {
    export: {
      value: (...[spans, done]: Parameters<typeof exporter.export>) => {
        for (const span of spans) {
          maskAddresses(span.attributes)
          // Messages may say anything (C50).
          span.events.length = 0
          delete span.status.message
        }
        exporter.export(spans, done)
      },
    },
  })
  const sdk = new NodeSDK({ serviceName: 'guichet', traceExporter, instrumentations: [] })
  sdk.start()
  return () => sdk.shutdown()
}

const addressAttributes = ['http.target', 'http.url', 'url.full', 'url.path', 'url.query'] as const

/** Addresses carry codes, tokens and unguessable ids (C50): no query, long segments as `…`. */
function maskAddresses(attributes: Attributes): void {
  for (const name of addressAttributes) {
    const address = attributes[name]
    if (typeof address === 'string')
      attributes[name] = address.replace(/[?#].*$/s, '').replaceAll(/[\w~.%-]{20,}/g, '…')
  }
  if ('url.query' in attributes) delete attributes['url.query']
}

/** Null outside of any. */
export function currentOrigin(): string | null {
  return storage().getStore()?.id ?? null
}

/** For the rest of this asynchronous context. */
export function enterOrigin(): string {
  const id = randomUUID()
  storage().enterWith({ id })
  return id
}

/** Read by `watchDatabase`. */
export function noteDatabaseAway(): void {
  const origin = storage().getStore()
  if (origin) origin.isDatabaseAway = true
}

/** Tells later, from anywhere. */
export function watchDatabase(): () => boolean {
  const origin = storage().getStore()
  return () => origin?.isDatabaseAway === true
}

export function runAsJob<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  return storage().run({ id: randomUUID() }, () => withSpan(`job ${name}`, { 'guichet.job': name }, work))
}

/** An error is recorded by type, never by message. */
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

function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
