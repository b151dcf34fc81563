import { answer } from '#app/problem.ts'
import { cutText } from '#lib/domain/text/clean.ts'
import { findTransferOf } from '#lib/services/transfers/read.ts'

/** Which of the person's transfers a line of an account is, by `?endToEndId=`; null for any other line. */
export const GET = answer(async ({ session, query }) => ({
  orderId: await findTransferOf(session.userId, cutText(query.get('endToEndId') ?? '', 35)),
}))
