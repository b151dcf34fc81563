import { existsSync } from 'node:fs'
import { beginCommand, fail } from '#scripts/command.ts'
import { checkStart } from './start-checks.ts'

beginCommand(`npm start

  Starts the application: checks the environment, the certificates, the clock and the database, then answers on LISTEN:PORT
  (127.0.0.1:3000). Build it first with npm run build, and migrate the database with npm run migrate.
  Background work runs here with GUICHET_WORKER=1, otherwise in npm run worker.
  Variables: .env.example. They are read from the environment and from .env. SIGTERM stops it within 20 s: for the first three it
  answers 503 on /api/ready and still takes requests, so that a proxy sends none to a closed door.`)

if (!existsSync('.next/guichet-build')) fail('There is no build of the application. Run npm run build first.')
Object.assign(process.env, { NODE_ENV: 'production' })
await checkStart()
const { runServer } = await import('#server/serve.ts')
// Longer than a proxy's health check takes to come round (examples/production/Caddyfile).
await runServer({ noticeMs: 3_000 })
