import { cutText } from '@guichet/values/text/clean.ts'
import { answer } from '#app/answer.ts'
import { findTransferOf } from '#lib/services/transfers/read.ts'

/** The person's transfer with `?endToEndId=`; null if there is none. */
export const GET = answer(async ({ who, query }) => ({
  orderId: await findTransferOf(who, cutText(query.get('endToEndId') ?? '', 35)),
}))
