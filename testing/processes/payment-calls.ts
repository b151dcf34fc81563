import { storeNothing } from '#lib/base/idempotent-result.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { startCancellation } from '#lib/services/payments/cancellations.ts'
import { receiveReport } from '#lib/services/payments/report.ts'
import { presence } from '#testing/stack/start.ts'

/** Calls for payments in our processes, where the service takes values that can't be sent between processes. */

/** The payer's browser opens the address to which the bank redirected it. */
export function arriveAt(address: string) {
  const { pathname, searchParams } = new URL(address)
  const [, , bankCode = '', , reportId = ''] = pathname.split('/')
  return receiveReport({ bankCode, reportId, query: searchParams, presence })
}

/** Several in parallel. Resolves when the last was answered. */
export async function arriveAtAll(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map(arriveAt))
}

/** Requests a cancellation at the bank as the owner, without an Idempotency-Key. */
export function cancelAtBank(
  ...wanted: [Parameters<typeof startCancellation>[0], Parameters<typeof startCancellation>[1]]
) {
  return startCancellation(...wanted, storeNothing)
}

/** Runs the worker once, to the end of everything it starts. */
export async function driveRound(): Promise<void> {
  await workOnce('payments', 'transfers')
}
