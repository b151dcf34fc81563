import { answerAnyone } from '#app/answer.ts'
import { readPayProgress } from '#lib/services/payments/public-order.ts'

/** The state of a payment, for a page that polls. */
export const GET = answerAnyone(({ presence, part }) => readPayProgress(part('publicId'), presence()))
