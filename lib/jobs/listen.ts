import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readDirectDatabaseUrl } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { wakeChannel } from '#lib/wake.ts'

const reopenMs = 1_000

/** Null: notifications may have been missed. */
export type OnWake = (task: string | null) => void

/** On its own connection, reopened when lost; `onWake(null)` after each connect. */
export async function listenUntil(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  while (!stopped.aborted) {
    await listenOnce(stopped, onWake).catch(error => log().warn({ err: error }, 'listening for work failed'))
    await delay(reopenMs, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** Resolves when stopped or disconnected; throws if it can't connect. */
async function listenOnce(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  const client = new pg.Client({
    connectionString: readDirectDatabaseUrl(),
    application_name: 'guichet-listen',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // An unhandled error would end the process; 'end' follows.
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
