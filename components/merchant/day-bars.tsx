import { scaleBand, scaleLinear } from 'd3-scale'
import { AmountAxis, drawing } from '#components/charts/amount-axis.tsx'

export type DayBar = { readonly day: string; readonly name: string; readonly amount: number }

/** Executed payments by day. Rendered on the server; floating-point numbers are for drawing only. */
export function DayBars({ days, format }: { days: readonly DayBar[]; format: (amount: number) => string }) {
  const { width, height, left, right, top, bottom } = drawing
  const x = scaleBand<string>()
    .domain(days.map(({ day }) => day))
    .range([left, width - right])
    .padding(0.25)
  const y = scaleLinear()
    .domain([0, Math.max(1, ...days.map(({ amount }) => amount))])
    .range([height - bottom, top])
    .nice()
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full overflow-visible">
      <AmountAxis scale={y} format={format} />
      {days.map(({ day, name, amount }, at) => (
        <g key={day}>
          <rect
            x={x(day)}
            width={x.bandwidth()}
            y={y(amount)}
            height={y(0) - y(amount)}
            rx="2"
            className="fill-positive"
          />
          {at % 7 === days.length % 7 ? (
            <text
              x={(x(day) ?? 0) + x.bandwidth() / 2}
              y={height - 8}
              textAnchor="middle"
              className="fill-soft text-[11px] max-sm:text-[20px]"
            >
              {name}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}
