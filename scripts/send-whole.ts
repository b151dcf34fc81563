import type { RequestListener } from 'node:http'

/** Pieces of an answer that are held together, in bytes; more than a page has. */
const maxHeld = 256 * 1024

/**
 * Sends what the framework writes of an answer at once in one piece, and an answer of one piece with its length. The framework streams
 * every answer, the headers first, then a page in three pieces: a short one had no length, was compressed whatever it said, and each
 * piece was compressed and written for itself. Pieces wait for the end of the answer, at most until what is running has run.
 */
export function sendWhole(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { write, end } = response
    let held: Uint8Array[] = []
    let size = 0
    let isOpen = false
    const take = (): Buffer => {
      const all = Buffer.concat(held, size)
      held = []
      size = 0
      return all
    }
    const send = (): boolean => {
      if (size === 0) return true
      const all = take()
      // Nobody waits for it any more.
      if (response.destroyed) return true
      isOpen = true
      return Reflect.apply(write, response, [all])
    }
    // The headers go with the first piece.
    response.flushHeaders = () => undefined
    response.write = ((piece: string | Uint8Array, ...rest: [BufferEncoding?]) => {
      if (isOpen) return Reflect.apply(write, response, [piece, ...rest])
      const bytes = typeof piece === 'string' ? Buffer.from(piece, rest[0]) : piece
      if (size === 0) setImmediate(send)
      held.push(bytes)
      size += bytes.length
      return size < maxHeld || send()
    }) as typeof write
    response.end = ((...last: [unknown?]) => {
      if (last.length > 0) send()
      else if (size > 0) {
        const all = take()
        if (!response.headersSent) response.setHeader('content-length', all.length)
        last = [all]
      }
      isOpen = true
      return Reflect.apply(end, response, last)
    }) as typeof end
    handle(request, response)
  }
}
