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
