import { answerMember } from '#app/api/merchant/answer-member.ts'
import { closeLinkBatch } from '#lib/services/payments/link-batch.ts'

/** Closes what nobody has paid. */
export const DELETE = answerMember('link.change', ({ who, id }) => closeLinkBatch(who, id))
