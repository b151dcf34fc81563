import { Refused } from '#lib/domain/refused.ts'
import { CheckoutSessionInput } from '#lib/domain/v1-schemas.ts'
import { openApiKey } from '#lib/services/merchant/api-keys.ts'
import { createCheckout } from '#lib/services/merchant/checkout.ts'
import { answerOnce } from '#lib/services/merchant/idempotency.ts'

/** What a shop's program has one of our processes do: the services of POST /api/v1/checkout-sessions, past Next. */

export type ShopWish = { readonly apiKey: string; readonly idempotencyKey: string; readonly body: unknown }
/** `code`: what it was refused with. */
export type ShopAnswer = { readonly isReplay: boolean; readonly body: unknown } | { readonly code: string }

/** So many requests for a checkout session at the same moment, all with the same key. */
export function createSessions(wish: ShopWish, times: number): Promise<ShopAnswer[]> {
  return Promise.all(Array.from({ length: times }, () => createSession(wish)))
}

async function createSession({ apiKey, idempotencyKey: key, body }: ShopWish): Promise<ShopAnswer> {
  try {
    const holder = await openApiKey(apiKey, 'test')
    const request = { key, method: 'POST', path: '/api/v1/checkout-sessions', body }
    const { isReplay, body: said } = await answerOnce(holder, request, async keep => ({
      status: 201,
      body: await createCheckout(holder, CheckoutSessionInput.parse(body), keep),
    }))
    return { isReplay, body: said }
  } catch (error) {
    if (error instanceof Refused) return { code: error.code }
    throw error
  }
}
