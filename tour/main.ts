import { createServer } from 'node:http'
import { alsoServeTls } from '@guichet/local-tls/also-tls.ts'
import { getRequestListener } from '@hono/node-server'
import { openDesk } from './bank.ts'
import { openClock } from './clock.ts'
import { readFiles } from './files.ts'
import { openMailbox } from './mailbox.ts'
import { createMirrors, findOwnAddress } from './mirror.ts'
import type { Ports } from './ports.ts'
import { createTour, hookPath } from './server.ts'
import { createDirector } from './stage.ts'

// The guided tour: a program of its own beside the application and the bank, which it knows by their pages and the bank's control desk.
const port = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const { LOCAL_TLS } = process.env
const ports: Ports = {
  scheme: LOCAL_TLS ? 'https' : 'http',
  tour: port('TOUR_PORT', 3090),
  app: port('PORT', 3000),
  screens: port('SANDBOX_SCREENS_PORT', 8080),
}
const desk = openDesk(ports.screens)
const clock = openClock(desk, ports.app)
const mailbox = openMailbox(port('MAILBOX_PORT', 8025))
const own = (process.env.LISTEN || '127.0.0.1') === '127.0.0.1' ? null : findOwnAddress()
const mirrors = own === null ? null : createMirrors(own, ports.tour, readFiles().all)
const director = createDirector(desk, clock, mailbox, {
  appPort: ports.app,
  hookUrl: `http://localhost:${ports.tour}${hookPath}`,
  keysFolder: `${process.env.GUICHET_DATA ?? '.data'}/tour`,
})
const tour = createTour({ desk, clock, director, mailbox, mirrors }, ports)
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 15_000 }
const server = alsoServeTls(createServer(limits, getRequestListener(tour.fetch)), LOCAL_TLS)
// Always this machine alone: whoever uses the tour can have people made at the bank. Others only see the person's column.
server.listen(ports.tour, '127.0.0.1', () => console.log(JSON.stringify({ event: 'tour_open', port: ports.tour })))
const room = mirrors && createServer(limits, getRequestListener(mirrors.app.fetch)).listen(ports.tour, own ?? '')

// A second signal has no effect.
process.on('SIGTERM', () => {
  if (!server.listening) return
  room?.close()
  room?.closeAllConnections()
  server.close(() => process.exit(0))
  server.closeAllConnections()
})
