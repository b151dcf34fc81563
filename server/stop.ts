import type { Server } from 'node:http'

/**
 * Stops a server so that no request fails. Until `notice` resolves it still takes requests, but keeps no connection: a proxy in front learns
 * from `/api/ready` meanwhile that it is to send none. Then new connections are refused; resolves when the running requests are answered.
 */
export async function stopServer(server: Server, notice: Promise<unknown>): Promise<void> {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  await notice
  await new Promise(done => server.close(done))
}
