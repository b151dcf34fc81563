import { Agent, request } from 'undici'
import { z } from 'zod'
import { lookupLoopback } from '#lib/stet/lookup.ts'
import type { RunningBank } from './bank.ts'

export type PayerDecision = 'approve' | 'refuse' | 'time_out'

const Ending = z.object({ outcome: z.string(), callbackUrl: z.string() })

/**
 * A customer of the bank answers a payment or a cancellation, without a browser: the desk's customer without hands. Returns
 * where the bank sends the browser back to.
 */
export async function walkPayment(
  running: RunningBank,
  consentUrl: URL,
  personId: string,
  decision: PayerDecision = 'approve',
  account: number | string = 1,
): Promise<{ readonly outcome: string; readonly callbackUrl: URL }> {
  const text = await callDesk(running, 'POST', '/customer/payment', {
    consentUrl: consentUrl.href,
    personId,
    decision,
    account,
  })
  const { outcome, callbackUrl } = Ending.parse(JSON.parse(text))
  return { outcome, callbackUrl: new URL(callbackUrl) }
}

/** A call to the control desk's JSON interface; `path` is below `/desk/api`. Throws with the desk's words when refused. */
export async function callDesk(
  running: RunningBank,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const dispatcher = new Agent({ connect: { lookup: lookupLoopback } })
  try {
    const answer = await request(`http://sandbox.localhost:${running.screensPort}/desk/api${path}`, {
      dispatcher,
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    if (answer.statusCode > 299) throw new Error(`the desk refused ${path}: ${answer.statusCode} ${text.slice(0, 300)}`)
    return text
  } finally {
    await dispatcher.close()
  }
}
