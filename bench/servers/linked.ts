import { randomUUID } from 'node:crypto'
import { presetChoice } from '@guichet/stet/terms/consent-choice.ts'
import { db } from '#lib/db.ts'
import { receiveCallback, startLink } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { presence } from '#testing/bank/start.ts'

/** Links the bank of `openOurSide` and consents to balances and transactions of all accounts; returns the connection. */
export async function linkAndConsent(visitor: {
  readonly userId: string
  readonly sessionId: string
}): Promise<string> {
  const { userId } = visitor
  await db().rateLimit.deleteMany({})
  const { redirectTo } = await startLink({ userId }, { ...visitor, bankCode: '19870', purpose: 'link' })
  const query = new URLSearchParams({ code: randomUUID() })
  query.set('state', new URL(redirectTo).searchParams.get('state') ?? '')
  const { connectionId } = await receiveCallback({ bankCode: '19870', query, visitor, presence })
  if (connectionId === null) throw new Error('not linked')
  const { rows, version } = await readMatrix({ userId }, connectionId)
  const { accounts } = presetChoice(
    'balances_only',
    rows.map(({ iban }) => iban),
  )
  const choice = { accounts: accounts.map(account => ({ ...account, transactions: true })), psuIdentity: false }
  const { hash } = await compareConsent({ userId }, connectionId, choice)
  await sendConsent({ userId }, connectionId, { choice, hash, version }, presence)
  return connectionId
}
