import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { openDesk } from './bank.ts'
import { openClock } from './clock.ts'
import { createTour } from './server.ts'
import { createDirector } from './stage.ts'

// The guided tour: a program of its own beside the application and the bank, which it knows by their pages and the bank's control desk.
const port = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const ports = { tour: port('TOUR_PORT', 3090), app: port('PORT', 3000), screens: port('SANDBOX_SCREENS_PORT', 8080) }
const desk = openDesk(ports.screens)
const clock = openClock(desk, ports.app)
const tour = createTour(desk, clock, createDirector(desk, clock, ports.app), ports)
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 15_000 }
const server = createServer(limits, getRequestListener(tour.fetch))
// Always this machine alone: whoever uses the tour can have people made at the bank.
server.listen(ports.tour, '127.0.0.1', () => console.log(JSON.stringify({ event: 'tour_open', port: ports.tour })))

// A second signal has no effect.
process.on('SIGTERM', () => {
  if (!server.listening) return
  server.close(() => process.exit(0))
  server.closeAllConnections()
})
