import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { groupDomain } from './banks.ts'
import { type Clock, openClock, parisDay } from './clock.ts'
import { storePeople } from './people/settle.ts'
import type { Pki } from './pki/authority.ts'
import { ensurePki } from './pki/ensure.ts'
import type { Settings } from './settings.ts'
import { openStore } from './store/open.ts'
import { flushRequests } from './store/requests.ts'
import { tables } from './store/schema.ts'
import { flushStatistics } from './store/statistics.ts'

/** The running bank, as passed to every step, handler and screen. */
export type Sandbox = {
  readonly settings: Settings
  readonly db: DatabaseSync
  readonly clock: Clock
  readonly pki: Pki
  /** Ports in use, set when the servers listen; before that, those of the settings. */
  readonly ports: { api: number; screens: number }
  /** Where a bank's customers find its screens, and the start page for no code; without a slash at the end. */
  screensOf(bankCode?: string): string
  /** Logs one line of JSON; never with a token, code, signature, full IBAN or name. */
  log(event: Readonly<Record<string, unknown>>): void
  close(): void
}

/** Opens the store and the certificates of `settings.dataDir`, creating what is missing. */
export async function openSandbox(
  settings: Settings,
  options: {
    log?: (event: Readonly<Record<string, unknown>>) => void
    realNow?: () => Date
    /** With which a store in memory begins. */
    image?: Uint8Array
  } = {},
): Promise<Sandbox> {
  if (settings.storePath !== ':memory:') mkdirSync(dirname(settings.storePath), { recursive: true })
  const pki = await ensurePki(`${settings.dataDir}/pki`)
  const db = openStore(settings.storePath, tables, options.image)
  if (!settings.syncs) db.exec('PRAGMA synchronous = OFF')
  const clock = openClock(db, options.realNow)
  const ports = { api: settings.apiPort, screens: settings.screensPort }
  storePeople(db, parisDay(clock.now()))
  return {
    settings,
    db,
    clock,
    pki,
    ports,
    screensOf: bankCode =>
      `${settings.localTls === null ? 'http' : 'https'}://${bankCode === undefined ? '' : `${bankCode}.`}${groupDomain}:${ports.screens}`,
    log: options.log ?? writeLine,
    close() {
      flushRequests(db)
      flushStatistics(db)
      db.close()
    },
  }
}

function writeLine(event: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`)
}
