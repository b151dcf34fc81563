import { scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { AmountAxis, drawing, smallDrawingText } from './amount-axis.tsx'

/** A past day has one amount; a future day also has the lowest and highest likely ones. */
export type ForecastDot = {
  readonly day: string
  readonly amount: number
  readonly low?: number
  readonly high?: number
}

type ForecastLineProps = {
  /** Past days; the last one is today. */
  past: readonly ForecastDot[]
  future: readonly ForecastDot[]
  format: (amount: number) => string
  /** Labels under a few days, by the day's index. */
  ticks: readonly { readonly at: number; readonly name: string }[]
}

/** The balance until today, then the expected one as a dashed line inside its likely range. */
export function ForecastLine({ past, future, format, ticks }: ForecastLineProps) {
  const { width, height, left, right, top, bottom } = drawing
  const all = [...past, ...future]
  const step = (width - left - right) / Math.max(1, all.length)
  const x = (at: number) => left + step * (at + 0.5)
  const amounts = all.flatMap(({ amount, low, high }) => [amount, low ?? amount, high ?? amount])
  const y = scaleLinear()
    .domain([Math.min(...amounts), Math.max(...amounts)])
    .range([height - bottom, top])
    .nice()
  const today = past.length - 1
  const ahead = all.slice(today)
  const shape = (shift: number) =>
    line<ForecastDot>(
      (_, at) => x(at + shift),
      ({ amount }) => y(amount),
    ).curve(curveStepAfter)
  const band = area<ForecastDot>()
    .x((_, at) => x(at + today))
    .y0(({ amount, low }) => y(low ?? amount))
    .y1(({ amount, high }) => y(high ?? amount))
    .curve(curveStepAfter)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full overflow-visible">
      <AmountAxis scale={y} format={format} textClass={smallDrawingText} />
      <path d={band(ahead) ?? ''} className="fill-brand" opacity="0.2" />
      <line
        x1={x(today)}
        x2={x(today)}
        y1={top}
        y2={height - bottom}
        className="stroke-control"
        strokeDasharray="2 4"
      />
      <path d={shape(0)([...past]) ?? ''} className="stroke-brand" fill="none" strokeWidth="2" />
      <path d={shape(today)(ahead) ?? ''} className="stroke-brand" fill="none" strokeWidth="2" strokeDasharray="6 5" />
      {ticks.map(({ at, name }) => (
        <text key={name} x={x(at)} y={height - 8} textAnchor="middle" className={smallDrawingText}>
          {name}
        </text>
      ))}
    </svg>
  )
}
