import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'

/** The first byte of a TLS connection: a handshake record (RFC 8446, 5.1). No HTTP request begins with it. */
const handshakeRecord = 0x16
const patienceMs = 20_000

/**
 * Lets an HTTP server of a demonstration answer https too, on the same port: programs on this machine that don't know its authority keep http.
 * `folder` holds `server.pem` and `server.key` (LOCAL_TLS); without it the server stays as it is. Call it before the server listens.
 */
export function alsoServeTls(server: Server, folder: string | undefined): Server {
  if (!folder) return server
  const read = (name: string) => readFileSync(join(folder, name))
  const handlers = server.listeners('connection')
  const serve = (socket: Socket) => {
    for (const handle of handlers) handle.call(server, socket)
  }
  const credentials = { cert: read('server.pem'), key: read('server.key') }
  const secure = createServer({ ...credentials, ALPNProtocols: ['http/1.1'], handshakeTimeout: patienceMs }, serve)
  secure.on('tlsClientError', (_, socket) => socket.destroy())
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const end = () => socket.destroy()
    socket.setTimeout(patienceMs, end)
    socket.once('error', end)
    socket.once('data', (first: Buffer) => {
      socket.setTimeout(0)
      socket.off('timeout', end)
      socket.off('error', end)
      socket.pause()
      socket.unshift(first)
      if (first[0] === handshakeRecord) secure.emit('connection', socket)
      else {
        serve(socket)
        socket.resume()
      }
    })
  })
  return server
}
