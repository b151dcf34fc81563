import { foldText } from '@guichet/values/text/clean.ts'
import { finderOf } from '@guichet/values/text/forgiving-search.ts'
import { db } from '#lib/db.ts'
import type { BankView } from '#lib/views/banking.ts'
import { logoPath } from './logos.ts'

type BankRow = NonNullable<Awaited<ReturnType<typeof readRow>>>

/**
 * By name. A query matches name, code, BIC, group or city, accents and case ignored: beginnings first, then within
 * words, else one letter off.
 */
export async function listBanks(query?: string): Promise<BankView[]> {
  const rows = await db().bank.findMany({ where: { enabled: true }, orderBy: [{ name: 'asc' }, { code: 'asc' }] })
  const words = foldText(query ?? '')
    .split(' ')
    .filter(word => word !== '')
  const found = rows
    .map(row => ({ row, rank: rankBank(row, words) }))
    .filter(({ rank }) => rank !== null)
    .sort((left, right) => (left.rank ?? 0) - (right.rank ?? 0))
  if (found.length > 0) return found.map(({ row }) => toBankView(row))
  const finds = finderOf(words.join(' '))
  return rows.filter(row => finds(textOf(row))).map(toBankView)
}

/** Null if not in the directory. */
export async function findBank(code: string): Promise<BankView | null> {
  const row = await readRow(code)
  return row?.enabled ? toBankView(row) : null
}

function readRow(code: string) {
  return db().bank.findUnique({ where: { code } })
}

/** `host`: where the person authenticates. */
export function toBankView(row: BankRow): BankView {
  const { code, name, group, bic, brandColor, brandInk, initials, city, supports } = row
  return {
    code,
    name,
    group,
    bic,
    brandColor,
    brandInk,
    initials,
    city,
    supports: [...supports],
    logo: logoPath(row),
    host: new URL(row.screensUrl).host,
  }
}

const textOf = ({ name, code, bic, group, city }: BankRow) => [name, code, bic, group, city ?? ''].join(' ')

/** Lower is better; null without a match. */
function rankBank(row: BankRow, words: readonly string[]): number | null {
  const name = foldText(row.name)
  const text = foldText(textOf(row))
  const ranks = words.map(word => rankWord(name, text, word))
  return ranks.includes(null) ? null : ranks.reduce((sum: number, rank) => sum + (rank ?? 0), 0)
}

function rankWord(name: string, text: string, word: string): number | null {
  if (name.startsWith(word)) return 0
  const begins = (where: string) => where.split(/[^\p{L}\p{N}]+/u).some(part => part.startsWith(word))
  if (begins(name)) return 1
  if (begins(text)) return 2
  return text.includes(word) ? 3 : null
}
