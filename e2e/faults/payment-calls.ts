import { presence } from '#e2e/services/house.ts'
import { drivePaymentsOnce } from '#lib/jobs/payments.ts'
import { deliverOnce } from '#lib/jobs/webhooks.ts'
import { receiveReport } from '#lib/services/payments/payment-report.ts'

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

/** A round of the worker, to the end of everything that it began. */
export async function driveRound(): Promise<void> {
  const running = new Map<string, Promise<void>>()
  await drivePaymentsOnce(running)
  await Promise.all(running.values())
}

/** The same for webhooks. Answers how many it began to send. */
export async function deliverRound(): Promise<number> {
  const running = new Set<Promise<void>>()
  const began = await deliverOnce(running)
  await Promise.all(running)
  return began
}
