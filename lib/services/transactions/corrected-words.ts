import { cutText, foldText } from '@guichet/values/text/clean.ts'
import { db, type Prisma } from '#lib/db.ts'
import { type KnownWord, lowestSimilarity, nearestWord } from '#lib/domain/accounts/near-word.ts'
import { parsePattern, type Term } from '#lib/domain/accounts/rule.ts'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { listOwnNames } from '#lib/services/accounts/own-names.ts'
import { whereReadable } from '#lib/services/household/shared-accounts.ts'

const wordLimit = 6
const lineLimit = 500

/** Words without match become the nearest of a transaction or own name. Null: nothing near. */
export async function correctWords(userId: string, filter: TransactionFilter): Promise<string | null> {
  const terms = parsePattern(filter.q)
  if (terms.length === 0 || terms.length > wordLimit) return null
  const { matches } = await whereReadable(userId, { ...filter, q: '' })
  const names = await listOwnNames(userId)
  const own = names.flatMap(({ name }) => wordsOf(foldText(name))).map(word => ({ word, count: 1 }))
  const corrected: string[] = []
  for (const term of terms) {
    const [word, ...others] = term
    const near = word === undefined || others.length > 0 || !/^[a-z]{4,30}$/.test(word) ? null : word
    const better = near === null ? null : nearestWord(near, [...own, ...(await readWordsLike(near, matches))])
    corrected.push(better ?? writeTerm(term))
  }
  const text = cutText(corrected.join(' '), 200)
  return text === terms.map(writeTerm).join(' ') ? null : text
}

/** By the trigram index if the server has it, else by a scan. */
async function readWordsLike(word: string, matches: Prisma.Sql): Promise<KnownWord[]> {
  const lines = await db().$transaction(async tx => {
    const [found] = await tx.$queryRaw<{ trigrams: boolean }[]>`
      SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS "trigrams"`
    if (!found?.trigrams) {
      return tx.$queryRaw<{ searchText: string }[]>`
        SELECT "searchText" FROM "Transaction" WHERE ${matches} ORDER BY "day" DESC LIMIT ${lineLimit}`
    }
    const threshold = lowestSimilarity(word).toFixed(2)
    await tx.$queryRaw`SELECT set_config('pg_trgm.word_similarity_threshold', ${threshold}, true)`
    return tx.$queryRaw<{ searchText: string }[]>`
      SELECT "searchText" FROM "Transaction" WHERE ${word} <% "searchText" AND ${matches} LIMIT ${lineLimit}`
  })
  const counts = new Map<string, number>()
  for (const { searchText } of lines) {
    for (const one of new Set(wordsOf(searchText))) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  return [...counts].map(([known, count]) => ({ word: known, count }))
}

/** Letters only. */
function wordsOf(text: string): string[] {
  return text.match(/(?<![a-z0-9])[a-z]{3,40}(?![a-z0-9])/g) ?? []
}

function writeTerm(term: Term): string {
  const text = term.join('*')
  return text.includes(' ') ? `"${text}"` : text
}
