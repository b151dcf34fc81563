import { presence } from '#e2e/services/stack.ts'
import { workOnce } from '#lib/jobs/tasks.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { startCancellation } from '#lib/services/payments/cancellations.ts'
import { receiveReport } from '#lib/services/payments/report.ts'

/** What a test has one of our processes do with payments, where the service itself takes values that do not cross processes. */

/** The payer's browser arrives at the address to which the bank sent it. */
export function arriveAt(address: string) {
  const { pathname, searchParams } = new URL(address)
  const [, , bankCode = '', , reportId = ''] = pathname.split('/')
  return receiveReport({ bankCode, reportId, query: searchParams, presence })
}

/** Several at the same moment. Answers when the last of them has been served. */
export async function arriveAtAll(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map(arriveAt))
}

/** The owner asks the bank to cancel, without an Idempotency-Key. */
export function cancelAtBank(
  ...wanted: [Parameters<typeof startCancellation>[0], Parameters<typeof startCancellation>[1]]
) {
  return startCancellation(...wanted, withoutKey)
}

/** A round of the worker, to the end of everything that it began. */
export async function driveRound(): Promise<void> {
  await workOnce('payments', 'transfers')
}

/** The same for webhooks. Answers how many it began to send. */
export function deliverRound(): Promise<number> {
  return workOnce('webhooks')
}
