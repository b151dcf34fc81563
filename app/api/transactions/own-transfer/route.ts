import { cutText } from '@guichet/values/text/clean.ts'
import { answer } from '#app/answer.ts'
import { readOwnTransfer } from '#lib/services/accounts/own-transfer.ts'

/** Of the transaction `?account=&key=`; null without one, and if it can't be an own transfer. */
export const GET = answer(async ({ who, query }) => {
  const accountId = query.get('account')
  return accountId && readOwnTransfer(who, { accountId, key: cutText(query.get('key') ?? '', 200) })
})
