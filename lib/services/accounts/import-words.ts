import { parseAmount } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { db, jsonText, type Tx } from '#lib/db.ts'
import type { FileLine } from '#lib/domain/accounts/file-line.ts'
import { noteLimit, readTags, splitLine, storedPart } from '#lib/domain/accounts/split.ts'
import { detailSeparator } from '#lib/files/export/csv.ts'
import type { ImportOwner, StoredLine } from './import-claims.ts'

/** What a person had added to their transactions, of a file that we wrote (`ownWords` of import-line.ts). */

/** By their names in either language, and the person's own. */
export async function readCategoryIds(
  tx: Tx,
  userId: string,
  builtIn: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const own = await tx.category.findMany({ where: { userId }, select: { id: true, name: true } })
  return new Map([...builtIn, ...own.map(({ id, name }) => [name, id] as const)])
}

/** Note, tags and split, also of what was stored already; what a person wrote there stays. */
export async function storeOwnWords(
  tx: Tx,
  { userId, accountId }: ImportOwner,
  stored: readonly StoredLine[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = stored.flatMap(({ key, line }) => (line.own ? [{ key, ...wordsOf(line, line.own, ids) }] : []))
  const said = rows.filter(({ note, tags, parts }) => note !== null || tags.length > 0 || parts !== null)
  if (said.length === 0) return
  await tx.$executeRaw`
    UPDATE "Transaction" AS stored SET "note" = COALESCE(stored."note", given."note"),
      "tags" = CASE WHEN stored."tags" = '{}' THEN given."tags" ELSE stored."tags" END,
      "parts" = COALESCE(stored."parts", given."parts")
    FROM json_to_recordset(${jsonText(said)}::json) AS given("key" text, "note" text, "tags" text[], "parts" jsonb)
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid AND stored."key" = given."key"`
}

function wordsOf(line: FileLine, own: NonNullable<FileLine['own']>, ids: ReadonlyMap<string, string>) {
  const { currency } = line
  const rows = own.split.split(detailSeparator).flatMap(part => {
    const at = part.lastIndexOf(' ')
    const category = ids.get(part.slice(0, at))
    const amount = part
      .slice(at + 1)
      .replace('-', '')
      .replace(',', '.')
    return category && parseAmount(amount, currency) ? [{ category, amount }] : []
  })
  const split = splitLine({ amountMinor: BigInt(line.amountMinor), currency }, rows)
  return {
    note: cleanText(own.note, noteLimit) || null,
    tags: readTags(own.tags) ?? [],
    parts: 'parts' in split ? split.parts.map(storedPart) : null,
  }
}

/** Once ours are known: one that differs was chosen by hand. */
export async function storeOwnCategories(
  { userId, accountId, importId }: ImportOwner,
  stored: readonly StoredLine[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = stored.flatMap(({ key, line }) => {
    const category = ids.get(line.own?.category ?? '')
    return category === undefined || category === 'to_file' ? [] : [{ key, category }]
  })
  if (rows.length === 0) return
  await db().$executeRaw`
    UPDATE "Transaction" AS stored SET "category" = given."category", "categorySource" = 'person', "ruleId" = NULL
    FROM json_to_recordset(${jsonText(rows)}::json) AS given("key" text, "category" text)
    WHERE stored."userId" = ${userId}::uuid AND stored."accountId" = ${accountId}::uuid
      AND stored."importId" = ${importId}::uuid AND stored."key" = given."key"
      AND stored."category" IS DISTINCT FROM given."category"`
}
