import { answerAnyone } from '#app/answer.ts'
import { presenceOf } from '#app/presence.ts'
import { readPayProgress } from '#lib/services/payments/public-order.ts'

/** The state of a payment, for a page that polls. */
export const GET = answerAnyone(({ request, part }) => readPayProgress(part('publicId'), presenceOf(request)))
