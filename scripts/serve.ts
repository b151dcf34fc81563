import { createServer } from 'node:http'
import { loadEnv } from '#lib/env.ts'
import { createHttpServer } from './http-server.ts'

/**
 * The application alone, as it runs in production: what `next build` made (or, with NODE_ENV=development, what is there), behind
 * a server of our own, because the framework's keeps idle connections for minutes, answers to any name and fails at what it can't
 * read. LISTEN and PORT say where.
 */
if (process.env.NODE_ENV !== 'development') Object.assign(process.env, { NODE_ENV: 'production' })

try {
  await serve()
} catch (error) {
  process.stderr.write(`Guichet can't start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function serve(): Promise<void> {
  const { APP_URL, LISTEN, PORT } = loadEnv()
  const { default: next } = await import('next')
  // Never listens: the framework attaches its handler of upgrades to it, which development alone needs.
  const upgrades = createServer()
  const app = next({ dev: process.env.NODE_ENV === 'development', port: PORT, httpServer: upgrades })
  const handle = app.getRequestHandler()
  await app.prepare()
  const server = createHttpServer(APP_URL, (request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(PORT, LISTEN, done))
  process.stdout.write(`${JSON.stringify({ event: 'listening', listen: LISTEN, port: PORT })}\n`)
  // What is under way is answered; instrumentation-node.ts limits how long that may take.
  // Signals that come later change nothing.
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    server.close(() => app.close().finally(() => process.exit(0)))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}
