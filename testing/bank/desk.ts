import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lookupLoopback } from '@guichet/stet/lookup.ts'
import { Agent, request } from 'undici'
import type { RunningBank } from './start.ts'

/** The bank's control desk and store, for tests that need its clock or its counts. */

/** Calls an operation of the desk (packages/sandbox/desk/routes.ts) and returns its body. */
export async function askDesk(
  bank: Pick<RunningBank, 'screensPort'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const agent = new Agent({ connect: { lookup: lookupLoopback } })
  try {
    const answer = await request(`http://sandbox.localhost:${bank.screensPort}/desk/api${path}`, {
      dispatcher: agent,
      method,
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.body.text()
    if (answer.statusCode > 299) throw new Error(`the desk said ${answer.statusCode}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  } finally {
    await agent.close()
  }
}

/** Sets the bank's clock, which continues from there. */
export function setBankClock(bank: RunningBank, to: Date): Promise<unknown> {
  return askDesk(bank, 'PUT', '/clock', { move: 'set', to: to.toISOString() })
}

export type Counted = {
  readonly day: string
  readonly person: string
  readonly resource: string
  readonly calls: number
}

/** The bank's counts of unattended calls on its current day, read from its store. */
export function readBatchCounts(bank: RunningBank): Counted[] {
  const store = new DatabaseSync(join(bank.dataDir, 'sandbox.db'), { readOnly: true })
  try {
    const rows = store.prepare('SELECT day, person_id, resource, page, calls FROM batch_calls').all()
    return rows.map(({ day, person_id, resource, page, calls }) => ({
      day: String(day),
      person: String(person_id),
      resource: `${resource}#${page}`,
      calls: Number(calls),
    }))
  } finally {
    store.close()
  }
}

/** The highest count of any resource, page and day; 0 if there is none. */
export function highestCount(counts: readonly Counted[]): number {
  return Math.max(0, ...counts.map(({ calls }) => calls))
}

/** Deletes the bank's counts, as at the beginning of a day. */
export function forgetBatchCounts(bank: RunningBank): void {
  const store = new DatabaseSync(join(bank.dataDir, 'sandbox.db'))
  try {
    store.exec('PRAGMA busy_timeout = 60000; DELETE FROM batch_calls')
  } finally {
    store.close()
  }
}
