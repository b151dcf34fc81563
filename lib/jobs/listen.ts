import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readEnv } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { wakeChannel } from '#lib/wake.ts'

const reopenMs = 1_000

/** Told the name of a task, or null when any may have been missed. */
export type OnWake = (task: string | null) => void

/**
 * Listens for `wakeWorkers` on a connection of its own until stopped. A connection that is lost is opened again; whatever was sent
 * meanwhile is lost, so `onWake(null)` follows every opening.
 */
export async function listenUntil(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  while (!stopped.aborted) {
    await listenOnce(stopped, onWake).catch(error => log().warn({ err: error }, 'listening for work failed'))
    await delay(reopenMs, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** Resolves when stopped or when the connection ends; throws when it can't be opened. */
async function listenOnce(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  const client = new pg.Client({
    connectionString: readEnv('DATABASE_URL'),
    application_name: 'guichet-listen',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Without a listener an error of the connection would end the process; 'end' follows it.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onWake(payload ?? null))
  try {
    await client.connect()
    await client.query(`LISTEN ${wakeChannel}`)
    onWake(null)
    await once(client, 'end', { signal: stopped }).catch(() => undefined)
  } finally {
    await client.end().catch(() => undefined)
  }
}
