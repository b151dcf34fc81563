import { db } from '#lib/db.ts'
import type { Person } from '#lib/domain/who.ts'

export type NamedAccount = {
  readonly id: string
  readonly name: string
  readonly bank: string
  readonly kind: 'account' | 'card'
  readonly currency: string
}

/** Never an IBAN. */
export async function listAccountNames({ userId }: Person): Promise<NamedAccount[]> {
  return db().$queryRaw<NamedAccount[]>`
    SELECT account."id", account."name", bank."name" AS "bank", account."kind"::text, account."currency"
    FROM "Account" AS account JOIN "Connection" AS login ON login."id" = account."connectionId"
    JOIN "Bank" AS bank ON bank."code" = login."bankCode"
    WHERE account."userId" = ${userId}::uuid AND account."mayTransactions" AND login."status" <> 'disconnected'
    ORDER BY account."position" NULLS LAST, login."createdAt", account."ordinal", account."id"`
}
