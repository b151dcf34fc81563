import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Column = { readonly key: string; readonly head: ReactNode; readonly end?: boolean; readonly wide?: boolean }
type DataTableProps = {
  caption: string
  columns: readonly Column[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  empty: ReactNode
}

/** A table of numbers; on a phone it scrolls in its own frame, also by keyboard. */
export function DataTable({ caption, columns, rows, empty }: DataTableProps) {
  if (rows.length === 0) return <p className="px-5 py-6 text-soft sm:px-6">{empty}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it (axe scrollable-region-focusable)
    <section className="overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-soft">
            {columns.map(({ key, head, end }) => (
              <th
                key={key}
                scope="col"
                className={clsx(
                  'px-3 py-2.5 font-medium whitespace-nowrap first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6',
                  end && 'text-right',
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]?.key ?? String(index)}
                  className={clsx(
                    'px-3 py-2.5 align-top first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6',
                    columns[index]?.end
                      ? 'tabular text-right whitespace-nowrap'
                      : columns[index]?.wide
                        ? 'min-w-56 wrap-anywhere'
                        : 'whitespace-nowrap',
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
