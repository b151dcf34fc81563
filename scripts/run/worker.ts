import type { RequestListener } from 'node:http'
import { readPeer } from '#lib/domain/requests/peer.ts'
import { loadEnv } from '#lib/env.ts'
import { makeLastWrites } from '#lib/last-writes.ts'
import { checkReadiness } from '#lib/services/operator/health.ts'
import { mayReadMetrics, readMetrics } from '#lib/services/operator/metrics.ts'
import { start } from '#root/instrumentation-node.ts'
import { beginCommand, describeError } from '#scripts/command.ts'
import { createHttpServer, sayListening } from '#server/http.ts'
import { checkStart } from './start-checks.ts'

beginCommand(`npm run worker

  Runs the background work (refreshes, payments, webhooks, mails, sweeps) without pages. Any number of workers may run.
  Answers on LISTEN:WORKER_PORT (127.0.0.1:3001): /api/health, /api/ready, and /metrics as the application does.
  Variables: .env.example. They are read from the environment and from .env. SIGTERM stops it within 20 s.`)

Object.assign(process.env, { NODE_ENV: 'production', GUICHET_WORKER: '1' })
await checkStart()
const { ended } = await start()
const { APP_URL, LISTEN, WORKER_PORT } = loadEnv()

const answer: RequestListener = async (request, response) => {
  const json = (status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'private, no-store' })
      .end(JSON.stringify(body))
  if (request.url === '/api/health') return json(200, { alive: true })
  if (request.url === '/api/ready') {
    const readiness = await checkReadiness()
    return json(readiness.ready ? 200 : 503, readiness)
  }
  const peer = readPeer(String(request.headers['x-guichet-peer'] ?? ''))
  if (request.url !== '/metrics' || !mayReadMetrics(peer, request.headers.authorization ?? null))
    return json(404, { title: 'Not found' })
  const { text, contentType } = await readMetrics()
  return response.writeHead(200, { 'content-type': contentType, 'cache-control': 'private, no-store' }).end(text)
}

const server = createHttpServer(APP_URL, (request, response) => {
  Promise.resolve(answer(request, response)).catch(() => response.writeHead(500).end())
})
await new Promise<void>((done, failed) => server.once('error', failed).listen(WORKER_PORT, LISTEN, done)).catch(
  error => {
    process.stderr.write(`The worker can't start. ${describeError(error)}\n`)
    process.exit(1)
  },
)
sayListening(LISTEN, WORKER_PORT)
await ended
await makeLastWrites()
process.exit(0)
