import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { db } from '#lib/db.ts'
import {
  accountNumberOf,
  type BookAccounts,
  type BookRole,
  bookRoles,
  defaultAccounts,
  repeatedAccounts,
} from '#lib/domain/books/accounts.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'

const number = typedSingleLine(20).default('')
/** Empty: the default. */
export const BookAccountsInput = z.strictObject({
  bank: number,
  transit: number,
  customers: number,
  goods: number,
  services: number,
  both: number,
  vat: number,
})
type BookAccountsInput = z.infer<typeof BookAccountsInput>

const Stored = z.partialRecord(z.enum(bookRoles), z.string())

export async function readBookAccounts({ organisationId }: Actor): Promise<BookAccounts> {
  const row = await db().bookAccounts.findUnique({ where: { organisationId } })
  return { ...defaultAccounts, ...Stored.parse(row?.accounts ?? {}) }
}

/** Refusals: `invalid_input` with every wrong role. */
export async function changeBookAccounts(
  { organisationId, userId }: Actor<'books.accounts'>,
  input: BookAccountsInput,
): Promise<void> {
  const read = bookRoles.map((role): [BookRole, string | null] => [
    role,
    input[role].trim() === '' ? defaultAccounts[role] : accountNumberOf(input[role]),
  ])
  const accounts = Object.fromEntries(read.map(([role, one]) => [role, one ?? ''])) as BookAccounts
  const wrong = read.flatMap(([role, one]) => (one === null ? [role] : []))
  const issues = [...wrong, ...(wrong.length > 0 ? [] : repeatedAccounts(accounts))].map(field => ({ field }))
  if (issues.length > 0) throw new Refused('invalid_input', { ...issues[0], issues })
  await db().$transaction(async tx => {
    const data = { accounts }
    await tx.bookAccounts.upsert({ where: { organisationId }, create: { organisationId, ...data }, update: data })
    await auditOrganisation(tx, { userId, organisationId, action: 'books.accounts_changed' })
  })
}
