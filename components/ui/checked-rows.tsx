import type { ReactNode } from 'react'

type CheckedRowsProps = {
  caption: string
  heads: readonly { readonly key: string; readonly text: ReactNode; readonly end?: boolean }[]
  /** `tr`s. */
  children: ReactNode
}

/** The rows of a file that was checked, in a frame of their own that scrolls. */
export function CheckedRows({ caption, heads, children }: CheckedRowsProps) {
  return (
    <section
      className="mt-3 max-h-96 overflow-auto rounded-xl border border-line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
      tabIndex={0}
      aria-label={caption}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-sunken text-left">
          <tr>
            {heads.map(({ key, text, end = false }) => (
              <th key={key} scope="col" className={`px-3 py-2 font-medium ${end ? 'text-right' : ''}`}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  )
}
