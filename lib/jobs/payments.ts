import { setTimeout as delay } from 'node:timers/promises'
import { recordFault } from '#lib/services/operator/faults.ts'
import { sweepCancellations } from '#lib/services/payments/payment-cancellations.ts'
import { driveAttempt } from '#lib/services/payments/payment-drive.ts'
import { sweepExpiredOrders } from '#lib/services/payments/payment-orders.ts'
import { findDueAttempts } from '#lib/services/payments/payment-reading.ts'
import { sweepDrafts } from '#lib/services/transfers/transfers.ts'

/**
 * The part of a worker that carries payments on: rows say what is due and a lease who does it, so what a dead process left is
 * found by the next one that looks. Not through the queue: nothing about money waits for a queue's time-outs.
 */
const atOnce = 16
const pollMs = 1_000

/** Drives what is due until stopped, and returns when the last of it has ended. */
export async function drivePaymentsUntil(stopped: AbortSignal): Promise<void> {
  const running = new Map<string, Promise<void>>()
  while (!stopped.aborted) {
    await drivePaymentsOnce(running)
    await delay(pollMs, undefined, { signal: stopped }).catch(() => undefined)
  }
  await Promise.all(running.values())
}

/** One round: what is due now is begun, and what has run out of time ended. `running` holds what is under way. */
export async function drivePaymentsOnce(running: Map<string, Promise<void>> = new Map()): Promise<void> {
  await guard('payments.due', async () => {
    for (const { id } of await findDueAttempts(atOnce)) {
      if (running.size >= atOnce || running.has(id)) continue
      const work = guard('payments.drive', async () => void (await driveAttempt(id, null))).then(() => {
        running.delete(id)
      })
      running.set(id, work)
    }
  })
  await guard('payments.orders', sweepExpiredOrders)
  await guard('payments.cancellations', sweepCancellations)
  await guard('transfers.drafts', sweepDrafts)
}

/** A round that fails (the database is away, say) leaves its work to the next. */
async function guard(path: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    recordFault(error, { method: 'JOB', path })
  }
}
