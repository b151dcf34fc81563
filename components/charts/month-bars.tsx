import { clsx } from 'clsx'
import { scaleBand, scaleLinear } from 'd3-scale'
import { AmountAxis, drawing, smallDrawingText, Unknown } from './amount-axis.tsx'

export type MonthBar = {
  readonly month: string
  readonly name: string
  readonly moneyIn: number
  readonly moneyOut: number
  /** Pale if known in part, hatched if not at all. */
  readonly coverage: 'whole' | 'part' | 'none'
}

/** Income above the line and spending below it, by month. Rendered on the server; floating-point numbers are for drawing only. */
export function MonthBars({ months, format }: { months: readonly MonthBar[]; format: (amount: number) => string }) {
  const { width, height, left, right, top, bottom } = drawing
  const x = scaleBand<string>()
    .domain(months.map(({ month }) => month))
    .range([left, width - right])
    .padding(0.28)
  const highest = Math.max(1, ...months.map(({ moneyIn }) => moneyIn))
  const lowest = Math.min(-1, ...months.map(({ moneyOut }) => moneyOut))
  const y = scaleLinear()
    .domain([lowest, highest])
    .range([height - bottom, top])
    .nice()
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full overflow-visible">
      <AmountAxis scale={y} format={format} textClass={smallDrawingText} />
      {months.map(({ month, name, moneyIn, moneyOut, coverage }, at) => (
        <g key={month}>
          {coverage === 'none' ? <Unknown x={x(month) ?? 0} width={x.bandwidth()} /> : null}
          <rect
            x={x(month)}
            width={x.bandwidth()}
            y={y(moneyIn)}
            height={y(0) - y(moneyIn)}
            rx="2"
            className="fill-positive"
            opacity={coverage === 'part' ? 0.45 : 1}
          />
          <rect
            x={x(month)}
            width={x.bandwidth()}
            y={y(0)}
            height={y(moneyOut) - y(0)}
            rx="2"
            className="fill-accent"
            opacity={coverage === 'part' ? 0.45 : 1}
          />
          <text
            x={(x(month) ?? 0) + x.bandwidth() / 2}
            y={height - 8}
            textAnchor="middle"
            className={clsx(smallDrawingText, (months.length - at) % 2 === 0 && 'max-sm:hidden')}
          >
            {name}
          </text>
        </g>
      ))}
    </svg>
  )
}
