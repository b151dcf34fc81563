import { allowancesOf, type ConsentChoice, consentablesOf } from '@guichet/stet/terms/consent-choice.ts'
import type { Tx } from '#lib/db.ts'
import type { OwnConnection } from '#lib/domain/who.ts'
import { ConsentChoiceInput } from '#lib/views/consent.ts'

/** The newest accepted; null before the first. */
export async function choiceInForce(tx: Tx, owner: OwnConnection): Promise<ConsentChoice | null> {
  return (await consentInForce(tx, owner))?.choice ?? null
}

/** With the time of the choice. */
export async function consentInForce(
  tx: Tx,
  { userId, connectionId }: OwnConnection,
): Promise<{ choice: ConsentChoice; decidedAt: Date } | null> {
  const consent = await tx.consent.findFirst({
    where: { userId, connectionId, status: 'accepted' },
    orderBy: { version: 'desc' },
    select: { choice: true, createdAt: true },
  })
  return consent === null ? null : { choice: parseChoice(consent.choice), decidedAt: consent.createdAt }
}

/** In force, less what a newer, unanswered one revokes. */
export async function choiceToReadBy(tx: Tx, { userId, connectionId }: OwnConnection): Promise<ConsentChoice | null> {
  const consents = await tx.$queryRaw<{ choice: unknown; status: string }[]>`
    SELECT "choice", "status" FROM "Consent" WHERE "userId" = ${userId}::uuid AND "connectionId" = ${connectionId}::uuid
      AND "status" IN ('accepted', 'pending', 'sent') ORDER BY "version" DESC`
  const inForce = consents.find(({ status }) => status === 'accepted')
  const newer = consents.find(({ status }) => status !== 'accepted')
  if (!inForce) return null
  const choice = parseChoice(inForce.choice)
  return newer ? intersect(choice, parseChoice(newer.choice)) : choice
}

function intersect(left: ConsentChoice, right: ConsentChoice): ConsentChoice {
  const others = new Map(right.accounts.map(account => [account.iban, account]))
  const accounts = left.accounts.flatMap(account => {
    const other = others.get(account.iban)
    return other
      ? [
          {
            iban: account.iban,
            balances: account.balances && other.balances,
            transactions: account.transactions && other.transactions,
            owners: account.owners && other.owners,
            overdrafts: account.overdrafts && other.overdrafts,
          },
        ]
      : []
  })
  return { accounts, psuIdentity: left.psuIdentity && right.psuIdentity }
}

export function parseChoice(json: unknown): ConsentChoice {
  return ConsentChoiceInput.parse(json)
}

type Listing = Parameters<typeof consentablesOf>[0]

export type MayColumns = Readonly<Record<'mayBalances' | 'mayTransactions' | 'mayOwners' | 'mayOverdrafts', boolean>>

/** As columns of each account. */
export function mayColumnsOf(choice: ConsentChoice | null, listing: Listing): (account: Listing[number]) => MayColumns {
  const toConsentable = consentablesOf(listing)
  const toAllowance = allowancesOf(choice)
  return account => {
    const may = toAllowance(toConsentable(account))
    return {
      mayBalances: may.balances,
      mayTransactions: may.transactions,
      mayOwners: may.owners,
      mayOverdrafts: may.overdrafts,
    }
  }
}
