import type { ServerResponse } from 'node:http'
import type { Fault } from './decide.ts'

/** An answer before it is sent. */
export type Rendered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

const htmlPage =
  '<!doctype html><html lang="fr"><head><title>503</title></head><body><h1>Service momentan&eacute;ment indisponible</h1></body></html>'

/** Waits as long as the faults say, or until the caller disconnects. */
export async function holdBack(faults: readonly Fault[], response: ServerResponse): Promise<void> {
  const delayMs = faults.reduce((sum, fault) => sum + (fault.kind === 'delay' ? fault.delayMs : 0), 0)
  if (delayMs > 0) await wait(delayMs, response)
}

/** Replaces body and content type of an answer according to the faults. */
export function replaceBody(rendered: Rendered, faults: readonly Fault[]): Rendered {
  let { headers, body } = rendered
  for (const fault of faults) {
    if (fault.kind === 'content_type') headers = { ...headers, 'Content-Type': fault.contentType }
    if (fault.kind !== 'body' || fault.body === 'broken_off') continue
    if (fault.body === 'html') {
      body = Buffer.from(htmlPage)
      headers = { ...headers, 'Content-Type': 'text/html; charset=utf-8' }
    } else body = fault.body === 'empty' ? null : (body?.subarray(0, Math.floor(body.length / 2)) ?? null)
    headers = { ...headers, 'Content-Length': String(body?.length ?? 0) }
  }
  return { ...rendered, headers, body }
}

/** Sends an answer: whole, slowly in pieces, broken off in the middle, or not at all. */
export async function deliver(response: ServerResponse, rendered: Rendered, faults: readonly Fault[]): Promise<void> {
  if (response.destroyed) return
  if (faults.some(({ kind }) => kind === 'close_before' || kind === 'close_after')) return hangUp(response)
  const { status, headers, body } = replaceBody(rendered, faults)
  response.writeHead(status, headers)
  if (faults.some(fault => fault.kind === 'body' && fault.body === 'broken_off')) {
    response.write(body?.subarray(0, Math.floor(body.length / 2)) ?? '', () => hangUp(response))
    return
  }
  const drip = faults.find(fault => fault.kind === 'slow_drip')
  if (drip && body !== null) await dripBody(response, body, drip)
  else response.end(body ?? undefined)
}

// Destroys the socket itself: a pipelined response has none yet.
function hangUp(response: ServerResponse): void {
  response.req.socket.destroy()
}

async function dripBody(
  response: ServerResponse,
  body: Buffer,
  drip: { readonly pieces: number; readonly everyMs: number },
): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / drip.pieces))
  for (let at = 0; at + size < body.length && !response.destroyed; at += size) {
    response.write(body.subarray(at, at + size))
    await wait(drip.everyMs, response)
  }
  response.end(body.subarray((Math.ceil(body.length / size) - 1) * size))
}

function wait(ms: number, response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const finish = () => {
      clearTimeout(timer)
      response.off('close', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    response.once('close', finish)
  })
}
