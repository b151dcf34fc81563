import { answerMember } from '#app/api/merchant/answer-member.ts'
import { mailLinkBatch } from '#lib/services/payments/link-batch.ts'

/** Mails each payer who has not paid. */
export const POST = answerMember('link.mail', ({ who, id }) => mailLinkBatch(who, id))
