import { createHmac } from 'node:crypto'
import { type createClient, type Event, GuichetNoAnswer, isProblem } from './index.ts'

/** Shows the events of a test key, or sends them to an address of this machine, signed as Guichet signs them. */

type Guichet = Pick<ReturnType<typeof createClient>, 'listEvents' | 'allEvents'>

export type Listening = {
  readonly guichet: Guichet
  /** Where events are sent; null: nowhere, they are shown. */
  readonly target: URL | null
  /** `whsec_` and base64. */
  readonly secret: string
  /** Empty: all. */
  readonly types: readonly string[]
  readonly say: (line: string) => void
  /** Ends it. */
  readonly signal: AbortSignal
}

/** An event can be committed this long after a newer one, so the last minute is read again each time. */
const overlapMs = 60_000
const pollMs = 1_000
const longestPauseMs = 10_000

/**
 * Forwards or shows every event that happens until `signal` aborts, oldest first and one at a time. A target that can't be reached gets the event
 * once it can be; an answer, whatever its status, is final. Once Guichet has answered, goes on when it is away for a while. Throws
 * `GuichetProblem` if the key is refused, and `GuichetNoAnswer` if Guichet is not there at the start.
 */
export async function listen(listening: Listening): Promise<void> {
  const { guichet, types, say, signal } = listening
  const feed = openFeed(guichet, signal)
  let pauseMs = pollMs
  let isAway = false
  let isReady = false
  while (!signal.aborted) {
    try {
      const events = await feed()
      if (!isReady) say('Ready.')
      isReady = true
      if (isAway) say('Guichet answers again.')
      isAway = false
      pauseMs = pollMs
      for (const event of events) {
        if (types.length === 0 || types.includes(event.type)) await forward(event, listening)
      }
    } catch (error) {
      if (signal.aborted) return
      if (!isReady) throw error
      if (!(error instanceof GuichetNoAnswer) && !isProblem(error, 'too_many_tries', 'busy', 'our_fault')) throw error
      if (!isAway) say('No answer from Guichet: trying again until it answers. Nothing is lost meanwhile.')
      isAway = true
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
    await pause(pauseMs, signal)
  }
}

/** Answers what is new since the last call, oldest first; the first call answers nothing. */
function openFeed(guichet: Guichet, signal: AbortSignal): () => Promise<readonly Event[]> {
  const seen = new Map<string, number>()
  let from: number | null = null
  const timeOf = ({ timestamp }: Event) => Date.parse(timestamp)
  return async () => {
    const isFirst = from === null
    if (from === null) {
      const [newest] = (await guichet.listEvents({ limit: 1 }, { signal })).data
      from = newest ? timeOf(newest) - overlapMs : Number.NEGATIVE_INFINITY
    }
    const found: Event[] = []
    for await (const event of guichet.allEvents({ limit: 100 }, { signal })) {
      if (timeOf(event) < from) break
      if (!seen.has(event.id)) found.push(event)
    }
    for (const event of found) {
      seen.set(event.id, timeOf(event))
      from = Math.max(from, timeOf(event) - overlapMs)
    }
    for (const [id, at] of seen) if (at < from) seen.delete(id)
    return isFirst ? [] : found.reverse()
  }
}

async function forward(event: Event, { target, secret, say, signal }: Listening): Promise<void> {
  const { id, object: _, ...payload } = event
  if (target === null) return say(`${nameOf(event)}\n${JSON.stringify(payload, null, 2)}`)
  const body = JSON.stringify(payload)
  for (let tries = 1; ; tries += 1) {
    const began = performance.now()
    try {
      const headers = { 'content-type': 'application/json', ...signatureOf({ id, body, secret }) }
      const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)])
      const answer = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
      await answer.body?.cancel()
      say(`${nameOf(event)}  → ${answer.status} after ${Math.round(performance.now() - began)} ms`)
      return
    } catch (error) {
      if (signal.aborted) throw error
      if (tries === 1) say(`${nameOf(event)}  → no answer from ${target.host}: trying again until it answers`)
      await pause(500, signal)
    }
  }
}

function nameOf(event: Event): string {
  const { id, type, timestamp, data } = event
  const what = 'reference' in data ? `  ${data.reference}, ${data.amount} ${data.currency}` : ''
  return `${timestamp.slice(11, 19)}  ${type}  ${id}${what}`
}

/** The headers of a webhook (Standard Webhooks). */
function signatureOf({ id, body, secret }: { readonly id: string; readonly body: string; readonly secret: string }) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Ends early when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
}
