import { createServer, type RequestListener } from 'node:http'
import { loadEnv } from '#lib/env.ts'
import { createHttpServer, refusalOf } from './http-server.ts'
import { type MethodsOf, type PathKindOf, readMethods, readPathKinds } from './path-kinds.ts'

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
  const isDevelopment = process.env.NODE_ENV === 'development'
  // Never listens: the framework attaches its handler of upgrades to it. Development alone has any, to tell pages of changes.
  const upgrades = createServer()
  const app = next({ dev: isDevelopment, port: PORT, httpServer: upgrades })
  const handle = app.getRequestHandler()
  const onRequest: RequestListener = (request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
  // A development server builds what it is asked for: it knows no tree before.
  let kindOf: PathKindOf = () => 'route'
  let methodsOf: MethodsOf = () => null
  const server = createHttpServer(APP_URL, onRequest, {
    kindOf: path => kindOf(path),
    methodsOf: path => methodsOf(path),
  })
  if (isDevelopment) {
    server.on('upgrade', (request, socket, head) => {
      if (refusalOf(request, APP_URL)) socket.destroy()
      else upgrades.emit('upgrade', request, socket, head)
    })
  }
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    // Nothing is under way yet; or pages of a development server hold their connections for as long as they are open.
    if (isDevelopment || !server.listening) process.exit(0)
    // What is under way is answered; instrumentation-node.ts limits how long that may take.
    server.close(() => app.close().finally(() => process.exit(0)))
  }
  // Signals that come later change nothing.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  await app.prepare()
  if (!isDevelopment) {
    kindOf = readPathKinds()
    methodsOf = readMethods()
  }
  await new Promise<void>((done, failed) => server.once('error', failed).listen(PORT, LISTEN, done))
  process.stdout.write(`${JSON.stringify({ event: 'listening', listen: LISTEN, port: PORT })}\n`)
}
