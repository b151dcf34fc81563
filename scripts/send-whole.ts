import type { RequestListener } from 'node:http'

/**
 * Sends an answer of one piece at once and with its length. The framework streams every answer and sends the headers first, so a short
 * one had no length, was compressed whatever it said, and took three writes. A first piece waits for the end of the answer, at most
 * until what is running has run.
 */
export function sendWhole(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { write, end } = response
    let state: 'new' | 'held' | 'sent' = 'new'
    let first: unknown
    const send = () => {
      if (state !== 'held' || response.destroyed) return
      state = 'sent'
      Reflect.apply(write, response, [first])
    }
    // The headers go with the first piece.
    response.flushHeaders = () => undefined
    response.write = ((...piece: [unknown]) => {
      send()
      if (state === 'sent') return Reflect.apply(write, response, piece)
      state = 'held'
      first = piece[0]
      setImmediate(send)
      return true
    }) as typeof write
    response.end = ((...piece: [unknown?]) => {
      if (state === 'held' && piece.length === 0) {
        piece = [first]
        if (first instanceof Uint8Array && !response.headersSent) response.setHeader('content-length', first.length)
      } else send()
      state = 'sent'
      return Reflect.apply(end, response, piece)
    }) as typeof end
    handle(request, response)
  }
}
