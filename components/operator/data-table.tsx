import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Card } from '#components/ui/card.tsx'

type Column<Row> = {
  readonly key: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly end?: boolean
  readonly wide?: boolean
}
type DataTableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  empty: ReactNode
}

/** A table of numbers; on a phone it scrolls in its own frame, also by keyboard. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className="px-5 py-6 text-soft sm:px-6">{empty}</p>
  const pad = 'px-3 py-2.5 first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (axe scrollable-region-focusable)
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-soft">
            {columns.map(({ key, head, end }) => (
              <th key={key} scope="col" className={clsx('font-medium whitespace-nowrap', pad, end && 'text-right')}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(row => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, cell, end, wide }) => (
                <td key={key} className={clsx('align-top', pad, cellClass(end, wide))}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The same in a card of its own. */
export function DataCard<Row>(props: DataTableProps<Row>) {
  return (
    <Card flush>
      <DataTable {...props} />
    </Card>
  )
}

function cellClass(end = false, wide = false): string {
  if (end) return 'tabular text-right whitespace-nowrap'
  return wide ? 'min-w-56 wrap-anywhere' : 'whitespace-nowrap'
}
