import { db } from '#lib/db.ts'
import { lackInstant } from '#lib/domain/payments/order/instant.ts'

/**
 * Banks at which no account that a person has linked takes part in instant transfers: one would be refused after they approved it.
 * Of `debtorIban` alone, if it is named. Accounts of others are not looked at.
 */
export async function listOrdinaryBanks(userId: string | null, debtorIban: string | null = null): Promise<string[]> {
  if (userId === null) return []
  const rows = await db().account.findMany({
    where: {
      userId,
      kind: 'account',
      gone: false,
      currency: 'EUR',
      iban: debtorIban ?? { not: null },
      connection: { status: 'active' },
    },
    select: { features: true, connection: { select: { bankCode: true } } },
  })
  return [...Map.groupBy(rows, row => row.connection.bankCode)].flatMap(([code, accounts]) =>
    lackInstant(accounts) ? [code] : [],
  )
}
