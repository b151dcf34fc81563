import type { IncomingMessage } from 'node:http'
import { refuse, refuseHttp } from './refuse.ts'

/** Far more than any body of the three documents. */
const bodyAtMostBytes = 262_144

/** The whole body. Refuses one that is too large (FF01) and one that was interrupted (408). */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bodyAtMostBytes) refuseTooLarge()
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > bodyAtMostBytes) break
      chunks.push(chunk)
    }
  } catch {
    refuseHttp(408, 'The request did not arrive whole')
  }
  if (length > bodyAtMostBytes) refuseTooLarge()
  return Buffer.concat(chunks)
}

function refuseTooLarge(): never {
  // The rest of the body is not read, so the connection ends here.
  refuse('FF01', `The body is larger than ${bodyAtMostBytes} bytes`, { headers: { Connection: 'close' } })
}
