import { createServer, type Server } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { Refusal } from '#sandbox/wire/refuse.ts'
import { renderRefusal } from '#sandbox/wire/render.ts'
import { buildRouter } from '#sandbox/wire/router.ts'
import { dispatch } from './dispatch.ts'
import { routes } from './routes.ts'

/**
 * The interface of the five banks. It requests a client certificate and completes the handshake without a valid one, so that the
 * caller gets a refusal (403 `BE05`, at OAuth 401 `invalid_client`) instead of a broken connection.
 */
export function createApiServer(sandbox: Sandbox): Server {
  const router = buildRouter(routes)
  const server = createServer(
    {
      cert: sandbox.pki.serverCertPem,
      key: sandbox.pki.serverKeyPem,
      ca: sandbox.pki.caPem,
      requestCert: true,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.2',
      handshakeTimeout: 60_000,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
    },
    (request, response) => {
      dispatch(sandbox, router, request, response).catch(error => {
        sandbox.log({ event: 'dispatch_failed', fault: String(error) })
        response.destroy()
      })
    },
  )
  // A client that did not complete a handshake can't be answered.
  server.prependListener('tlsClientError', (_error, socket) => socket.destroy())
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, sandbox))
  return server
}

// Not a complete request: too slow (408), headers too long or not HTTP at all (400).
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, sandbox: Sandbox): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const refusal = slow
    ? new Refusal({ kind: 'http' }, 408, 'The request did not arrive in time')
    : new Refusal({ kind: 'code', code: 'FF01' }, 400, 'The request is not well-formed HTTP')
  const body = JSON.stringify(renderRefusal(refusal, '', sandbox.clock.now()).body)
  const line = slow ? '408 Request Timeout' : '400 Bad Request'
  socket.end(
    `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
