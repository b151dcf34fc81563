import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'

export type RawAnswer = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Sends a request and reads its whole answer; rejects if either is cut. */
export async function exchange(outgoing: ClientRequest, body: string): Promise<RawAnswer> {
  outgoing.end(body)
  const [incoming]: IncomingMessage[] = await once(outgoing, 'response')
  if (!incoming) throw new Error('no answer')
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    for (const value of values) headers.append(name, value)
  const text = Buffer.concat(await incoming.toArray()).toString('utf8')
  return { status: incoming.statusCode ?? 0, headers, text }
}
