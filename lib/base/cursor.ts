import { Refused } from '#lib/domain/refusals/refused.ts'
import { isUuid } from './ids.ts'

/** Newest first; a page begins after the last row shown. */

type Seen<Column extends string> = { readonly [Name in Column]: Date } & { readonly id: string }
type Older<Column extends string> = { OR?: ({ [Name in Column]: Date | { lt: Date } } & { id?: { lt: string } })[] }

/** Rows of one instant by id. */
export function newestFirst<Column extends string>(column: Column) {
  return [{ [column]: 'desc' } as { [Name in Column]: 'desc' }, { id: 'desc' as const }]
}

/** Null: every row. */
export function olderThan<Column extends string>(column: Column, last: Seen<Column> | null): Older<Column> {
  if (last === null) return {}
  const older = [{ [column]: { lt: last[column] } }, { [column]: last[column], id: { lt: last.id } }]
  return { OR: older as NonNullable<Older<Column>['OR']> }
}

/** Read with `take: size + 1`: the page, and its last row if another follows. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
): { readonly page: readonly Row[]; readonly last: Row | null } {
  const page = rows.slice(0, size)
  return { page, last: rows.length > size ? (page.at(-1) ?? null) : null }
}

type Wanted<Column extends string> = {
  readonly column: Column
  readonly size: number
  /** The last row shown, or its id. An id that is not found begins anew, or is refused if it `mustExist`. */
  readonly before: string | Seen<Column> | null | undefined
  readonly mustExist?: true
  readonly find: (id: string) => Promise<Seen<Column> | null>
}
type Reading<Column extends string> = {
  readonly older: Older<Column>
  readonly orderBy: ReturnType<typeof newestFirst<Column>>
  readonly take: number
}

/** `next`: the id of `last`, the row to go on from though it be deleted. Refusals: `invalid_input` (`cursor`). */
export async function readPage<Column extends string, Row extends { readonly id: string }>(
  { column, size, before, mustExist, find }: Wanted<Column>,
  read: (reading: Reading<Column>) => Promise<Row[]>,
): Promise<{ readonly page: readonly Row[]; readonly next: string | null; readonly last: Row | null }> {
  const seen = typeof before !== 'string' ? (before ?? null) : isUuid(before) ? await find(before) : null
  if (mustExist && seen === null && typeof before === 'string') throw new Refused('invalid_input', { field: 'cursor' })
  const rows = await read({ older: olderThan(column, seen), orderBy: newestFirst(column), take: size + 1 })
  const { page, last } = cutPage(rows, size)
  return { page, next: last?.id ?? null, last }
}
