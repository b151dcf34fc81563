import type { Server } from 'node:http'
import { createApiServer } from './interface/server.ts'
import { bankDay } from './people/today.ts'
import { runDuePayments } from './pis/due.ts'
import { ensurePki, listUrlOf } from './pki/ensure.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { createScreensServer } from './screens-server.ts'
import { readSettings } from './settings.ts'
import { forgetOldRows } from './store/forget.ts'
import { listen } from './wire/listen.ts'

const graceMs = 5_000
const forgetEveryMs = 3_600_000
const settleEveryMs = 1_000

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function run(): Promise<void> {
  const settings = readSettings(process.env)
  // Only the bank itself knows the port at which its CRL will be served.
  await ensurePki(`${settings.dataDir}/pki`, { listUrl: listUrlOf(settings.screensPort) })
  const sandbox = await openSandbox(settings)
  // Two years of entries for everyone take a second or two the first time; later starts continue from the last day.
  sandbox.log({ event: 'people ready', day: bankDay(sandbox) })
  const api = createApiServer(sandbox)
  const screens = createScreensServer(sandbox)
  sandbox.ports.api = await listen(api, settings.listen, settings.apiPort, 'SANDBOX_API_PORT')
  sandbox.ports.screens = await listen(screens, settings.listen, settings.screensPort, 'SANDBOX_SCREENS_PORT')
  sandbox.log({ event: 'listening', api: sandbox.ports.api, screens: sandbox.ports.screens, listen: settings.listen })
  const forget = () => forgetOldRows(sandbox.db, sandbox.clock.now(), sandbox.clock.realNow())
  forget()
  setInterval(forget, forgetEveryMs).unref()
  setInterval(() => settleDue(sandbox), settleEveryMs).unref()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(sandbox, [api, screens]))
}

// Payments become due without a call. A failure here is logged and does not stop the bank.
function settleDue(sandbox: Sandbox): void {
  try {
    runDuePayments(sandbox)
  } catch (error) {
    sandbox.log({ event: 'payments not settled', fault: error instanceof Error ? error.stack : String(error) })
  }
}

// Running calls are answered; idle connections end at once; what is left after the grace period is cut. A second signal has no effect.
function stop(sandbox: Sandbox, servers: readonly Server[]): void {
  if (!servers.every(server => server.listening)) return
  let open = servers.length
  const finish = () => {
    sandbox.log({ event: 'stopped' })
    sandbox.close()
    process.exit(0)
  }
  for (const server of servers) {
    server.close(() => {
      open -= 1
      if (open === 0) finish()
    })
    server.closeIdleConnections()
  }
  setTimeout(finish, graceMs).unref()
}
