import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { issueAuthority, issueServer } from '@guichet/sandbox/pki/issue.ts'
import type { TlsWay } from './scripted-answer.ts'

/** Servers with faults before HTTP, each on its own port. */
export type OddServers = { readonly portOf: (way: TlsWay) => number; readonly stop: () => Promise<void> }

const hosts = ['*.hostile.localhost']
const dayMs = 86_400_000
const from = (days: number) => new Date(Date.now() + days * dayMs)

/** Opens the requested ones, with certificates of the authority in `pkiDirectory` or of others. Connected clients get `answer`. */
export async function openOddServers(
  pkiDirectory: string,
  ways: ReadonlySet<TlsWay>,
  answer: RequestListener,
): Promise<OddServers> {
  const open = await Promise.all(
    [...ways].map(async way => {
      const server = await makers[way](pkiDirectory, answer)
      const sockets = new Set<Socket>()
      server.on('connection', socket => {
        sockets.add(socket)
        socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
      })
      server.on('tlsClientError', () => undefined)
      await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
      return { way, server, sockets }
    }),
  )
  return {
    portOf: way => {
      const found = open.find(one => one.way === way)
      if (found === undefined) throw new Error(`no server goes wrong as ${way}`)
      return (found.server.address() as AddressInfo).port
    },
    stop: async () => {
      for (const { sockets } of open) for (const socket of sockets) socket.destroy()
      await Promise.all(open.map(({ server }) => new Promise(done => server.close(done))))
    },
  }
}

const makers: { readonly [way in TlsWay]: (pki: string, answer: RequestListener) => Promise<Server> } = {
  expired: pki => withValidity(pki, 'expired', { from: from(-20), to: from(-10) }),
  not_yet_valid: pki => withValidity(pki, 'not-yet-valid', { from: from(10), to: from(20) }),
  other_host: async pki => tlsServer(await issueInto(pki, 'other-host', ['bank.example'])),
  self_signed: async pki => {
    const own = join(pki, 'odd/self-signed')
    await issueAuthority(own)
    return createTlsServer({ cert: readFileSync(join(own, 'ca.pem')), key: readFileSync(join(own, 'ca.key')) })
  },
  wrong_authority: async pki => {
    const own = join(pki, 'odd/wrong-authority')
    await issueAuthority(own)
    await issueServer(own, hosts)
    return tlsServer(readPair(own))
  },
  tls_1_1: async pki =>
    tlsServer({ ...readPair(pki), minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  tls_1_2: async (pki, answer) => {
    const asks = { ca: readFileSync(join(pki, 'ca.pem')), requestCert: true, rejectUnauthorized: true }
    return createHttpsServer({ ...readPair(pki), ...asks, maxVersion: 'TLSv1.2' }, answer)
  },
  asks_for_no_certificate: async (pki, answer) => createHttpsServer(readPair(pki), answer),
  only_http_2: async pki => tlsServer({ ...readPair(pki), ALPNProtocols: ['h2'] }),
  plain_http: async () => createPlainServer((_, response) => response.end('{}')),
  closes_in_handshake: async () => createSocketServer(socket => socket.once('data', () => socket.destroy())),
  never_answers: async () => createSocketServer(socket => socket.resume()),
  garbage: async () => createSocketServer(socket => socket.write(Buffer.alloc(65_536, 0x16))),
}

async function withValidity(pki: string, name: string, validity: { from: Date; to: Date }): Promise<Server> {
  return tlsServer(await issueInto(pki, name, hosts, validity))
}

/** A certificate of the right authority in its own folder. */
async function issueInto(pki: string, name: string, names: readonly string[], validity?: { from: Date; to: Date }) {
  const own = join(pki, 'odd', name)
  mkdirSync(own, { recursive: true })
  for (const file of ['ca.pem', 'ca.key']) cpSync(join(pki, file), join(own, file))
  await issueServer(own, names, { validity })
  return readPair(own)
}

function readPair(directory: string) {
  return {
    cert: readFileSync(join(directory, 'bank/server.pem')),
    key: readFileSync(join(directory, 'bank/server.key')),
  }
}

function tlsServer(options: TlsOptions): Server {
  return createTlsServer(options, socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
}
