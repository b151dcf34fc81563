import { createHash } from 'node:crypto'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readLogo } from '#lib/files/bank-logo.ts'

/** Else initials are drawn. */

/** Another logo has another address. Null: none. */
export function logoPath({ code, logoVersion }: { code: string; logoVersion: string | null }): string | null {
  return logoVersion === null ? null : `/images/banks/${code}?v=${logoVersion}`
}

/** Null: none. */
export async function readBankLogo(code: string): Promise<string | null> {
  const row = await db().bankLogo.findUnique({ where: { bankCode: code }, select: { svg: true } })
  return row?.svg ?? null
}

/** Null removes it. Refusals: `invalid_input`, field `svg`, for more than shapes and colours. */
export async function storeBankLogo(tx: Tx, code: string, file: string | null): Promise<void> {
  const svg = file === null ? null : readLogo(file)
  if (file !== null && svg === null) throw new Refused('invalid_input', { field: 'svg' })
  if (svg === null) await tx.bankLogo.deleteMany({ where: { bankCode: code } })
  else await tx.bankLogo.upsert({ where: { bankCode: code }, create: { bankCode: code, svg }, update: { svg } })
  const logoVersion = svg === null ? null : createHash('sha256').update(svg).digest('hex').slice(0, 12)
  await tx.bank.update({ where: { code }, data: { logoVersion } })
}

/** Unreadable ones are left out. Returns how many. */
export async function collectLogos(read: (code: string) => Promise<string | null>): Promise<number> {
  const banks = await db().bank.findMany({ where: { logoVersion: null }, select: { code: true } })
  const stored = banks.map(async ({ code }) => {
    const file = await read(code)
    if (file === null || readLogo(file) === null) return 0
    await db().$transaction(tx => storeBankLogo(tx, code, file))
    return 1
  })
  return (await Promise.all(stored)).reduce((sum: number, one) => sum + one, 0)
}
