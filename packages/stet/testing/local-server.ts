import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'

export type Seen = {
  readonly method: string
  readonly url: string
  readonly session: boolean
  readonly subject: string | null
}

/** A bare HTTPS server on loopback that requests a client certificate, to test the client. */
export type LocalServer = {
  readonly port: number
  readonly seen: Seen[]
  /** Number of TLS connections made. */
  readonly connections: () => number
  readonly stop: () => Promise<void>
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Listens on a free loopback port and records every request. */
export async function startServer(
  tls: {
    cert: string
    key: string
    ca: string
    minVersion?: 'TLSv1.2'
    maxVersion?: 'TLSv1.1' | 'TLSv1.2'
    ciphers?: string
    /** The stapled OCSP answer; null: none. Called for each handshake. */
    staple?: () => Buffer | null
  },
  handler: Handler,
): Promise<LocalServer> {
  const seen: Seen[] = []
  let connections = 0
  const server: Server = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (request, response) => {
    const socket = request.socket as TLSSocket
    const subject = socket.getPeerCertificate().subject?.CN
    const names = Array.isArray(subject) ? subject.join() : (subject ?? null)
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      session: socket.isSessionReused(),
      subject: names,
    })
    handler(request, response)
  })
  server.on('secureConnection', () => {
    connections += 1
  })
  const { staple } = tls
  if (staple) server.on('OCSPRequest', (_certificate, _issuer, answer) => answer(null, staple()))
  server.on('tlsClientError', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port, seen, connections: () => connections, stop }
}
