/** Keyset paging, newest first: each page begins after the last row of the previous one. */

type Seen<Column extends string> = { readonly [Name in Column]: Date } & { readonly id: string }
type Older<Column extends string> = { OR?: ({ [Name in Column]: Date | { lt: Date } } & { id?: { lt: string } })[] }

/** The order by a column of instants or days; rows of one instant by id. */
export function newestFirst<Column extends string>(column: Column) {
  return [{ [column]: 'desc' } as { [Name in Column]: 'desc' }, { id: 'desc' as const }]
}

/** The condition for rows after `last` in this order; every row for null. */
export function olderThan<Column extends string>(column: Column, last: Seen<Column> | null): Older<Column> {
  if (last === null) return {}
  const older = [{ [column]: { lt: last[column] } }, { [column]: last[column], id: { lt: last.id } }]
  return { OR: older as NonNullable<Older<Column>['OR']> }
}

/** From rows read with `take: size + 1`: the page, and its last row if another page follows. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
): { readonly page: readonly Row[]; readonly last: Row | null } {
  const page = rows.slice(0, size)
  return { page, last: rows.length > size ? (page.at(-1) ?? null) : null }
}
