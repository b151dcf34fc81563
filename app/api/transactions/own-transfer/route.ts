import { cutText } from '@guichet/values/text/clean.ts'
import { answer } from '#app/answer.ts'
import { readOwnTransfer } from '#lib/services/accounts/own-transfer.ts'

/** Of the transaction `?account=&key=`; null if it can't be one. */
export const GET = answer(({ who, query }) =>
  readOwnTransfer(who.userId, {
    accountId: query.get('account') ?? '',
    key: cutText(query.get('key') ?? '', 200),
  }),
)
