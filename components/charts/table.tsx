import type { ReactNode } from 'react'
import { Disclosure } from '#components/ui/disclosure.tsx'

type ChartTableProps = {
  summary: string
  caption: string
  heads: readonly string[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

/** The numbers of a chart as a table, for people who can't see it or want exact values. */
export function ChartTable({ summary, caption, heads, rows }: ChartTableProps) {
  return (
    <Disclosure title={summary} className="mt-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be one more landmark */}
      <div
        role="group"
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-xl border border-line"
      >
        <table className="tabular w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-sunken">
            <tr>
              {heads.map(head => (
                <th key={head} scope="col" className="px-3 py-2 text-right font-medium first:text-left">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ key, cells: [name, ...values] }) => (
              <tr key={key}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {name}
                </th>
                {values.map((value, index) => (
                  <td key={heads[index + 1]} className="px-3 py-1.5 text-right">
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Disclosure>
  )
}
