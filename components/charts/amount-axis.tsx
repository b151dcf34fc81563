import type { ScaleLinear } from 'd3-scale'
import type { ReactNode } from 'react'
import { Disclosure } from '#components/ui/disclosure.tsx'

/** Size of a drawing in its own units; it is scaled to the page. */
export const drawing = { width: 640, height: 240, left: 80, right: 8, top: 10, bottom: 26 } as const

/** Larger labels, for charts of half the page's width or on a phone. */
export const smallDrawingText = 'fill-soft text-[20px] sm:text-[13px] lg:text-[17px]'

type AmountAxisProps = {
  scale: ScaleLinear<number, number>
  format: (amount: number) => string
  textClass?: string
}

/** Horizontal lines at round amounts. */
export function AmountAxis({ scale, format, textClass = 'fill-soft text-[11px] max-sm:text-[20px]' }: AmountAxisProps) {
  const { width, left, right } = drawing
  return scale.ticks(4).map(tick => (
    <g key={tick}>
      <line
        x1={left}
        x2={width - right}
        y1={scale(tick)}
        y2={scale(tick)}
        className={tick === 0 ? 'stroke-control' : 'stroke-line'}
        strokeWidth="1"
      />
      <text x={left - 8} y={scale(tick)} dy="0.35em" textAnchor="end" className={textClass}>
        {format(tick)}
      </text>
    </g>
  ))
}

const apart = 8

/** Hatched: of this stretch nothing is known. */
export function Unknown({ x, width }: { x: number; width: number }) {
  const { height, top, bottom } = drawing
  const tall = height - bottom - top
  const lines = Array.from({ length: Math.ceil((width + tall) / apart) }, (_, at) => at * apart)
  return (
    <svg aria-hidden="true" x={x} y={top} width={width} height={tall} viewBox={`0 0 ${width} ${tall}`}>
      <rect width={width} height={tall} className="fill-sunken" />
      {lines.map(at => (
        <line
          key={at}
          x1={at}
          y1={0}
          x2={at - tall}
          y2={tall}
          className="stroke-control"
          strokeWidth="1"
          opacity="0.5"
        />
      ))}
    </svg>
  )
}

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
