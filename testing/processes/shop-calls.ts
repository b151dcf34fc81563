import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { actAsKey } from '#lib/services/merchant/actor.ts'
import { type KeyIdentity, openApiKey } from '#lib/services/merchant/api-keys.ts'
import { type Answer, answerOnce, type Kept } from '#lib/services/merchant/idempotency.ts'
import { createCheckout } from '#lib/services/payments/checkout.ts'
import { createLink, LinkInput } from '#lib/services/payments/links.ts'
import { CheckoutSessionInput } from '#lib/views/v1/checkout-sessions.ts'

/** Calls of a merchant's program in one of our processes: the services behind POST of the API v1, without Next. */

export type ShopWish = { readonly apiKey: string; readonly idempotencyKey: string; readonly body: unknown }
/** `code`: the refusal's code. */
export type ShopAnswer = { readonly isReplay: boolean; readonly body: unknown } | { readonly code: string }

/** Several requests for a checkout session in parallel, with the same key. */
export function createSessions(wish: ShopWish, times: number): Promise<ShopAnswer[]> {
  return Promise.all(
    Array.from({ length: times }, () =>
      answerTo(wish, '/api/v1/checkout-sessions', (key, keep) =>
        createCheckout(actAsKey(key, 'checkout.create'), CheckoutSessionInput.parse(wish.body), keep),
      ),
    ),
  )
}

/** One request for a payment link. */
export function createPaymentLink(wish: ShopWish): Promise<ShopAnswer> {
  return answerTo(wish, '/api/v1/payment-links', (key, keep) =>
    createLink(actAsKey(key, 'link.change'), LinkInput.parse(wish.body), keep),
  )
}

async function answerTo(
  { apiKey, idempotencyKey: key, body }: ShopWish,
  path: string,
  act: (key: KeyIdentity, keep: StoreResult<unknown, Kept>) => Promise<Answer>,
): Promise<ShopAnswer> {
  try {
    const identity = await openApiKey(apiKey, 'test')
    const { isReplay, body: said } = await answerOnce(identity, { key, method: 'POST', path, body }, store =>
      act(identity, (tx, made) => store(tx, { status: 201, body: made })),
    )
    return { isReplay, body: said }
  } catch (error) {
    if (error instanceof Refused) return { code: error.code }
    throw error
  }
}
