import { createHash } from 'node:crypto'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readLogo } from '#lib/files/bank-logo.ts'

/** Logos of banks. Where there is none, initials are drawn on the bank's colour. */

/** Where a browser finds a bank's logo, which it may keep: another logo has another address. Null if there is none. */
export function logoPath({ code, logoVersion }: { code: string; logoVersion: string | null }): string | null {
  return logoVersion === null ? null : `/images/banks/${code}?v=${logoVersion}`
}

/** The SVG of a bank in the directory; null if there is none. */
export async function readBankLogo(code: string): Promise<string | null> {
  const row = await db().bankLogo.findUnique({ where: { bankCode: code }, select: { svg: true } })
  return row?.svg ?? null
}

/** Stores a logo, or takes it away. Refuses with `invalid_input`, field `svg`, a file that is more than shapes and colours. */
export async function storeBankLogo(tx: Tx, code: string, file: string | null): Promise<void> {
  const svg = file === null ? null : readLogo(file)
  if (file !== null && svg === null) throw new Refused('invalid_input', { field: 'svg' })
  if (svg === null) await tx.bankLogo.deleteMany({ where: { bankCode: code } })
  else await tx.bankLogo.upsert({ where: { bankCode: code }, create: { bankCode: code, svg }, update: { svg } })
  const logoVersion = svg === null ? null : createHash('sha256').update(svg).digest('hex').slice(0, 12)
  await tx.bank.update({ where: { code }, data: { logoVersion } })
}

/** Stores the logos that banks without one give at an address of theirs; one that can't be read is left out. Answers how many. */
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
