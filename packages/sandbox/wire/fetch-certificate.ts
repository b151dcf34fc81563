import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'

const timeoutMs = 3_000
const atMostBytes = 16_384

type Fetched = { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly fault: string }

/** Downloads a certificate (bank:D16): at most 3 s and 16 kB, no redirects, status 200. Never throws. */
export function fetchCertificate(url: URL, caPem: string): Promise<Fetched> {
  return new Promise(resolve => {
    const options = {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/x-pem-file, application/pkix-cert, */*' },
      ...(url.hostname.endsWith('.localhost') ? { lookup: toLoopback } : {}),
    }
    const receive = (response: IncomingMessage) => readResponse(response).then(resolve, failed)
    const failed = (error: unknown) => resolve({ ok: false, fault: describeFailure(error) })
    const request =
      url.protocol === 'https:'
        ? getHttps(url, { ...options, ca: [caPem, ...getCACertificates('default')] }, receive)
        : getHttp(url, options, receive)
    request.on('error', failed)
  })
}

async function readResponse(response: IncomingMessage): Promise<Fetched> {
  if (response.statusCode !== 200) {
    response.destroy()
    return { ok: false, fault: `the address answers ${response.statusCode}` }
  }
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > atMostBytes) return { ok: false, fault: `larger than ${atMostBytes} bytes` }
    chunks.push(chunk)
  }
  return { ok: true, bytes: Buffer.concat(chunks) }
}

function describeFailure(error: unknown): string {
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    return 'the address did not answer within 3 seconds'
  }
  return 'the address cannot be reached'
}

// RFC 6761: `*.localhost` is loopback, which not every resolver knows.
const toLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}
