import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

// The server of bench/sign.ts, in its own process: mutual TLS and one small constant answer.
process.once('message', (tls: { cert: string; key: string; ca: string }) => {
  const body = JSON.stringify({
    balances: [{ balanceType: 'CLBD', name: 'Solde', balanceAmount: { amount: '1204.50', currency: 'EUR' } }],
  })
  const server = createServer(
    { ...tls, requestCert: true, rejectUnauthorized: true, keepAlive: true },
    (_, response) => {
      response.writeHead(200, {
        'content-type': 'application/hal+json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    },
  )
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.once('disconnect', () => process.exit(0))
