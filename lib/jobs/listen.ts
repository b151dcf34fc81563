import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readDirectDatabaseUrl } from '#lib/env.ts'
import { log } from '#lib/log.ts'
import { wakeChannel } from '#lib/wake.ts'

const reopenMs = 1_000

/** Called with the name of a task, or with null if notifications may have been missed. */
export type OnWake = (task: string | null) => void

/**
 * Listens for `wakeWorkers` on its own connection until stopped. A lost connection is reopened; notifications sent
 * meanwhile are lost, so `onWake(null)` is called after each connect.
 */
export async function listenUntil(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  while (!stopped.aborted) {
    await listenOnce(stopped, onWake).catch(error => log().warn({ err: error }, 'listening for work failed'))
    await delay(reopenMs, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** Resolves when stopped or when the connection ends; throws if it can't be opened. */
async function listenOnce(stopped: AbortSignal, onWake: OnWake): Promise<void> {
  const client = new pg.Client({
    connectionString: readDirectDatabaseUrl(),
    application_name: 'guichet-listen',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Without a listener, an error would end the process; 'end' follows it.
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
