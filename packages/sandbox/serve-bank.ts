import type { Server } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { createApiServer } from './interface/server.ts'
import { bankDay } from './people/today.ts'
import { runDuePayments } from './pis/due.ts'
import { openSandbox, type Sandbox } from './running-bank.ts'
import { createScreensServer } from './screens-server.ts'
import type { Settings } from './settings.ts'
import { forgetOldRows } from './store/forget.ts'
import { listen } from './wire/listen.ts'

const graceMs = 5_000
const forgetEveryMs = 3_600_000
const settleEveryMs = 1_000

export type ServedBank = {
  readonly sandbox: Sandbox
  /**
   * Running calls are answered; idle connections end at once; what is left after five seconds is cut. A second call waits for the
   * first.
   */
  stop(): Promise<void>
}

/** Opens the bank and listens. Throws an Error that names the variable if a port can't be used. */
export async function serveBank(settings: Settings, log?: Sandbox['log']): Promise<ServedBank> {
  const sandbox = await openSandbox(settings, log ? { log } : {})
  // Two years of entries for everyone take a second or two the first time; later starts continue from the last day.
  sandbox.log({ event: 'people ready', day: bankDay(sandbox) })
  const api = createApiServer(sandbox)
  const screens = createScreensServer(sandbox)
  const forget = () => forgetOldRows(sandbox.db, sandbox.clock.now(), sandbox.clock.realNow())
  try {
    sandbox.ports.api = await listen(api, settings.listen, settings.apiPort, 'SANDBOX_API_PORT')
    sandbox.ports.screens = await listen(screens, settings.listen, settings.screensPort, 'SANDBOX_SCREENS_PORT')
    forget()
  } catch (error) {
    api.close()
    sandbox.close()
    throw error
  }
  sandbox.log({ event: 'listening', api: sandbox.ports.api, screens: sandbox.ports.screens, listen: settings.listen })
  const timers = [setInterval(forget, forgetEveryMs), setInterval(() => settleDue(sandbox), settleEveryMs)]
  for (const timer of timers) timer.unref()
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= end(sandbox, [api, screens], timers)
    return stopping
  }
  return { sandbox, stop }
}

// Payments become due without a call. A failure here is logged and does not stop the bank.
function settleDue(sandbox: Sandbox): void {
  try {
    runDuePayments(sandbox)
  } catch (error) {
    sandbox.log({ event: 'payments not settled', fault: error instanceof Error ? error.stack : String(error) })
  }
}

async function end(sandbox: Sandbox, servers: readonly Server[], timers: readonly NodeJS.Timeout[]): Promise<void> {
  const closed = servers.map(server => new Promise(done => server.close(done)))
  for (const server of servers) server.closeIdleConnections()
  const grace = new AbortController()
  const isOver = after(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)
  await Promise.race([Promise.all(closed), isOver])
  grace.abort()
  for (const server of servers) server.closeAllConnections()
  for (const timer of timers) clearInterval(timer)
  sandbox.log({ event: 'stopped' })
  sandbox.close()
}
