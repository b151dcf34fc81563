import type { Server } from 'node:net'

/** Starts a server on a free port of this machine, which it returns. */
export async function listenHere(server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>(done => server.listen(0, host, done))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
