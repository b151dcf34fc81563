import { answerAnyone } from '#app/answer.ts'
import { readReceipt } from '#lib/services/payments/receipt.ts'
import { currentSession } from '#lib/session.ts'

/** The payer's receipt as JSON (PSD2 art. 46). */
export const GET = answerAnyone(async ({ part }) =>
  readReceipt(part('publicId'), (await currentSession())?.userId ?? null),
)
