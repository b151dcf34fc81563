import { connect, createServer, type Socket } from 'node:net'
import { listenHere } from '#testing/listen-here.ts'

/**
 * A way to PostgreSQL that can be cut at any statement: the server, or the pooler before it, is gone for everybody until `heal`. It reads the
 * protocol's messages, nothing more.
 */

/** `before`: the server never gets the statement. `after`: it executes it, and its answer is lost. `hang`: nothing arrives any more, and no end. */
export type Cut = 'before' | 'after' | 'hang'

export type DatabaseProxy = {
  readonly url: string
  /** Cuts at the statement after that many others; 0 cuts at the next. */
  readonly cutAt: (after: number, how: Cut) => void
  readonly isCut: () => boolean
  /** Resolves once it is cut and somebody tried to connect again, or once `over` is settled. */
  readonly missed: (over: Promise<unknown>) => Promise<void>
  readonly heal: () => void
  readonly close: () => Promise<void>
}

/** Opens one before the server of that address. */
export async function openDatabaseProxy(address: string): Promise<DatabaseProxy> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let order: { left: number; readonly how: Cut } | null = null
  let cut: Cut | null = null
  /** Whose answer doesn't arrive any more. */
  let unanswered: Socket | null = null
  let tell: () => void = () => undefined
  const cutAll = (how: Cut) => {
    order = null
    unanswered = null
    cut = how
    if (how !== 'hang') for (const socket of sockets) socket.destroy()
  }
  /** Whether this is the statement at which the connection is cut. */
  const isTurn = () => {
    if (order === null) return null
    order.left -= 1
    return order.left < 0 ? order.how : null
  }
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // Messages are written one by one.
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer(client => {
    keep(client)
    if (cut !== null) {
      tell()
      if (cut !== 'hang') client.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    keep(upstream)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
    const asked = readMessages({ hasStart: true }, (type, bytes) => {
      if (cut !== null) return
      const how = unanswered !== null || !isStatement(type) ? null : isTurn()
      if (how === 'before' || how === 'hang') return cutAll(how)
      if (how === 'after') unanswered = client
      upstream.write(bytes)
    })
    const answered = readMessages({ hasStart: false }, (type, bytes) => {
      if (cut !== null) return
      if (unanswered !== client) client.write(bytes)
      else if (type === 'Z') cutAll('after')
    })
    client.on('data', asked)
    upstream.on('data', answered)
  })
  const port = await listenHere(server)
  const heal = () => {
    order = null
    // Its answer may still be on the way, and nothing is cut after this.
    unanswered?.destroy()
    unanswered = null
    if (cut === 'hang') for (const socket of sockets) socket.destroy()
    cut = null
  }
  return {
    url: Object.assign(new URL(address), { host: `127.0.0.1:${port}` }).href,
    cutAt: (after, how) => {
      order = { left: after, how }
    },
    isCut: () => cut !== null,
    missed: async over => {
      const met = new Promise<void>(done => {
        tell = done
      })
      await Promise.race([met, over])
    },
    heal,
    close: async () => {
      heal()
      for (const socket of sockets) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
}

/** A simple query, or the end of an extended one. */
const isStatement = (type: string) => type === 'Q' || type === 'S'

/** Splits a direction of a connection into messages: a letter and a length, which the first message of a client has alone. */
function readMessages({ hasStart }: { readonly hasStart: boolean }, take: (type: string, bytes: Buffer) => void) {
  let rest = Buffer.alloc(0)
  let isStart = hasStart
  return (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = isStart ? 0 : 1
      if (rest.length < head + 4) return
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return
      const type = isStart ? '' : String.fromCharCode(rest.readUInt8(0))
      take(type, rest.subarray(0, end))
      rest = rest.subarray(end)
      isStart = false
    }
  }
}
