import { answer } from '#app/answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { moveAccount, moves } from '#lib/services/accounts/arrangement.ts'

/** Moves an account among all of them: field `to` is top, up or down. */
export const POST = answer('account.arrange', '/accounts', async ({ who, part, field }) => {
  const move = moves.find(known => known === field('to'))
  if (move === undefined) throw new Refused('invalid_input', { field: 'to' })
  await moveAccount(who, part('id'), move)
  return `/accounts#account-${part('id')}`
})
