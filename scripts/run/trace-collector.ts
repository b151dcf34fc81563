import { createWriteStream, mkdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { isOwnHost } from '#lib/domain/requests/own-host.ts'

/**
 * A collector for the demonstration (`npm run demo -- --observe`): receives spans (OTLP over HTTP, JSON), appends them to
 * logs/traces.jsonl, and shows the last traces as text: of requests, and of jobs that did something.
 */

const Nanoseconds = z.union([z.string(), z.number()]).transform(Number)
const Value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.string(), z.number()]).optional() })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: z.array(z.object({ key: z.string(), value: Value })).default([]),
  status: z.object({ code: z.number().optional(), message: z.string().optional() }).default({}),
})
export type Span = z.infer<typeof Span>
const Export = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})

/** The spans of a request to a collector. Throws for anything else. */
export function readSpans(json: unknown): readonly Span[] {
  return Export.parse(json).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

/** Without the traces of probes, which would push out all others. */
export function withoutProbes(spans: readonly Span[]): readonly Span[] {
  const probes = new Set(
    spans.filter(({ name }) => /^GET \/(metrics|api\/(health|ready))$/.test(name)).map(one => one.traceId),
  )
  return spans.filter(({ traceId }) => !probes.has(traceId))
}

/** Traces as text, newest first, without jobs that found nothing to do: each span below the one that it belongs to, with its start and duration in milliseconds. */
export function drawTraces(spans: readonly Span[], most = 20): string {
  const traces = [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([, own]) => own)
  const startOf = (own: readonly Span[]) => Math.min(...own.map(({ startTimeUnixNano }) => startTimeUnixNano))
  return traces
    .filter(own => own.length > 1 || !own[0]?.name.startsWith('job '))
    .sort((one, other) => startOf(other) - startOf(one))
    .slice(0, most)
    .map(own => drawTrace(own, startOf(own)))
    .join('\n')
}

function drawTrace(spans: readonly Span[], from: number): string {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const childrenOf = Map.groupBy(spans, ({ parentSpanId = '' }) => (known.has(parentSpanId) ? parentSpanId : ''))
  const milliseconds = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1)
  const draw = (parent: string, depth: number): string[] =>
    (childrenOf.get(parent) ?? [])
      .toSorted((one, other) => one.startTimeUnixNano - other.startTimeUnixNano)
      .flatMap(({ spanId, name, startTimeUnixNano, endTimeUnixNano, status }) => {
        const duration = milliseconds(endTimeUnixNano - startTimeUnixNano).padStart(9)
        const failure = status.code === 2 ? `  failed: ${status.message ?? ''}` : ''
        const line = `${milliseconds(startTimeUnixNano - from).padStart(9)} ${duration}  ${'  '.repeat(depth)}${name}${failure}`
        return [line, ...draw(spanId, depth + 1)]
      })
  const [first] = spans
  const heading = `${new Date(from / 1e6).toISOString()}  trace ${first?.traceId ?? ''}`
  return [heading, '    start  duration', ...draw('', 0), ''].join('\n')
}

const keptSpans = 5_000
const maxBytes = 8_000_000

export type Collector = { readonly url: string; readonly stop: () => Promise<void> }

/** Starts it on this machine alone. */
export async function startCollector({
  dataDir,
  port,
}: {
  readonly dataDir: string
  readonly port: number
}): Promise<Collector> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const file = createWriteStream(join(dataDir, 'logs', 'traces.jsonl'), { flags: 'a' })
  let kept: readonly Span[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const spans = readSpans(JSON.parse(await readBody(request)))
    kept = withoutProbes([...kept, ...spans]).slice(-keptSpans)
    for (const span of spans) file.write(`${JSON.stringify(span)}\n`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const url = `http://127.0.0.1:${port}`
  const server = createServer((request, response) => {
    if (!isOwnHost(request.headers.host, url)) response.writeHead(421).end()
    else if (request.method === 'POST' && request.url === '/v1/traces')
      receive(request, response).catch(() => response.writeHead(400).end())
    else response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(drawTraces(kept))
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done))
  return {
    url,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await new Promise(done => file.end(done))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > maxBytes) throw new Error('too many spans at once')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
