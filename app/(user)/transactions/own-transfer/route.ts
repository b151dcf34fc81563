import { answer } from '#app/answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { decideOwnTransfer } from '#lib/services/accounts/own-transfer.ts'
import { ownPath } from '#lib/session.ts'

/**
 * Fields `account` and `key` of a transaction; `other`: account and key of the other half, separated by a space, or empty
 * for none. Redirects to `back`.
 */
export const POST = answer('filing.change', '/transactions', async ({ who, field }) => {
  const line = { accountId: field('account'), key: field('key') }
  const other = field('other')
  const at = other.indexOf(' ')
  if (other !== '' && at < 0) throw new Refused('invalid_input', { field: 'other' })
  const half = other === '' ? null : { accountId: other.slice(0, at), key: other.slice(at + 1) }
  await decideOwnTransfer(who, line, half)
  return ownPath(field('back')) ?? '/transactions'
})
