import { z } from 'zod'
import { askDesk } from './desk.ts'
import type { RunningBank } from './start.ts'

export type PayerDecision = 'approve' | 'refuse' | 'time_out'

const Ending = z.object({ outcome: z.string(), callbackUrl: z.string() })

/**
 * Answers a payment or a cancellation as the bank's customer, through the desk and without a browser. Returns where the bank redirects.
 */
export async function walkPayment(
  running: Pick<RunningBank, 'screensPort'>,
  consentUrl: URL,
  personId: string,
  decision: PayerDecision = 'approve',
  account: number | string = 1,
): Promise<{ readonly outcome: string; readonly callbackUrl: URL }> {
  const wish = { consentUrl: consentUrl.href, personId, decision, account }
  const { outcome, callbackUrl } = Ending.parse(await askDesk(running, 'POST', '/customer/payment', wish))
  return { outcome, callbackUrl: new URL(callbackUrl) }
}
