import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { ReactNode } from 'react'

/** Charts of the operator console: SVG rendered on the server, with tables of the same numbers. */

const width = 420
const height = 180
const edge = { left: 58, right: 8, top: 10, bottom: 24 }

type Series = {
  readonly name: string
  readonly className: string
  readonly dash?: string
  readonly values: readonly (number | null)[]
}

type LineChartProps = {
  label: string
  series: readonly Series[]
  formatValue: (value: number) => string
  ticks: readonly string[]
}

/** Lines over time, with gaps where there are no values. */
export function LineChart({ label, series, formatValue, ticks }: LineChartProps) {
  const count = Math.max(...series.map(({ values }) => values.length), 2)
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map(value => value ?? 0)))
  const x = scaleLinear([0, count - 1], [edge.left, width - edge.right])
  const y = scaleLinear([0, most], [height - edge.bottom, edge.top]).nice(4)
  const path = line<number | null>()
    .defined(value => value !== null)
    .x((_, index) => x(index))
    .y(value => y(value ?? 0))
  return (
    <Frame label={label} y={y} formatValue={formatValue} ticks={ticks}>
      {series.map(({ name, className, dash, values }) => (
        <g key={name} className={className}>
          <path
            d={path([...values]) ?? ''}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeDasharray={dash}
            strokeLinejoin="round"
          />
          {values.map((value, index) =>
            value !== null && isAlone(values, index) ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the point in time
              <circle key={index} cx={x(index)} cy={y(value)} r="2.5" fill="currentColor" />
            ) : null,
          )}
        </g>
      ))}
    </Frame>
  )
}

/** Whether a value is between two gaps, so that no line would show it. */
function isAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
}

type BarsProps = {
  label: string
  parts: readonly { readonly key: string; readonly good: number; readonly bad: number }[]
  formatValue: (value: number) => string
  ticks: readonly string[]
}

/** Calls in each part of the window, with failed ones stacked on top. */
export function BarChart({ label, parts, formatValue, ticks }: BarsProps) {
  const most = Math.max(1, ...parts.map(({ good, bad }) => good + bad))
  const x = scaleLinear([0, Math.max(parts.length, 1)], [edge.left, width - edge.right])
  const y = scaleLinear([0, most], [height - edge.bottom, edge.top]).nice(4)
  const wide = Math.max(1, x(1) - x(0) - 2)
  return (
    <Frame label={label} y={y} formatValue={formatValue} ticks={ticks}>
      {parts.map(({ key, good, bad }, index) => (
        <g key={key}>
          <rect
            className="text-brand"
            x={x(index) + 1}
            width={wide}
            y={y(good)}
            height={y(0) - y(good)}
            fill="currentColor"
            rx="1.5"
          />
          <rect
            className="text-danger"
            x={x(index) + 1}
            width={wide}
            y={y(good + bad)}
            height={y(good) - y(good + bad)}
            fill="currentColor"
            rx="1.5"
          />
        </g>
      ))}
    </Frame>
  )
}

type FrameProps = {
  label: string
  y: ReturnType<typeof scaleLinear<number, number>>
  formatValue: (value: number) => string
  ticks: readonly string[]
  children: ReactNode
}

function Frame({ label, y, formatValue, ticks, children }: FrameProps) {
  const step = (width - edge.left - edge.right) / Math.max(1, ticks.length - 1)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="h-auto w-full">
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map(value => (
          <g key={value}>
            <line
              className="text-line"
              x1={edge.left}
              x2={width - edge.right}
              y1={y(value)}
              y2={y(value)}
              stroke="currentColor"
            />
            <Label x={edge.left - 8} y={y(value) + 4} textAnchor="end" text={formatValue(value)} />
          </g>
        ))}
      {ticks.map((text, index) => (
        <Label
          key={text}
          x={edge.left + index * step}
          y={height - 6}
          textAnchor={index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle'}
          text={text}
        />
      ))}
      {children}
    </svg>
  )
}

function Label({ text, ...at }: { text: string; x: number; y: number; textAnchor: 'start' | 'middle' | 'end' }) {
  return (
    <text {...at} className="tabular text-soft" fontSize="13" fill="currentColor">
      {text}
    </text>
  )
}
