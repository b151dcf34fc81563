import { scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { AmountAxis, drawing, smallDrawingText, Unknown } from './amount-axis.tsx'

export type BalanceDot = {
  readonly day: string
  /** Null: not known on that day. */
  readonly amount: number | null
  /** Of a future day: the lowest and highest likely ones. */
  readonly low?: number
  readonly high?: number
  /** Has a dot. */
  readonly fromBank?: boolean
}

type BalanceLineProps = {
  /** The last is today. */
  past: readonly BalanceDot[]
  future?: readonly BalanceDot[]
  /** Down to zero; without, the drawing ends where the amounts do. */
  isFilled?: boolean
  format: (amount: number) => string
  /** Labels under a few days, by the day's index. */
  ticks: readonly { readonly at: number; readonly name: string }[]
}

/**
 * A balance as steps, because it only changes when something is booked; after today the expected one, as a dashed line inside its likely
 * range.
 */
export function BalanceLine({ past, future = [], isFilled = false, format, ticks }: BalanceLineProps) {
  const { width, height, left, right, top, bottom } = drawing
  const all = [...past, ...future]
  const step = (width - left - right) / Math.max(1, all.length)
  const x = (at: number) => left + step * (at + 0.5)
  const amounts = all.flatMap(({ amount, low, high }) =>
    amount === null ? [] : [amount, low ?? amount, high ?? amount],
  )
  const y = scaleLinear()
    .domain([Math.min(...amounts, ...(isFilled ? [0] : [])), Math.max(...amounts, ...(isFilled ? [1] : []))])
    .range([height - bottom, top])
    .nice()
  const today = past.length - 1
  const ahead = all.slice(today)
  const shape = (dots: readonly BalanceDot[], from: number) =>
    line<BalanceDot>(
      (_, at) => x(at + from),
      ({ amount }) => y(amount ?? 0),
    )
      .defined(isKnown)
      .digits(1)
      .curve(curveStepAfter)([...dots]) ?? ''
  const between = (dots: readonly BalanceDot[], from: number) =>
    area<BalanceDot>()
      .x((_, at) => x(at + from))
      .y0(dot => y(isFilled ? 0 : (dot.low ?? dot.amount ?? 0)))
      .y1(dot => y(dot.high ?? dot.amount ?? 0))
      .defined(isKnown)
      .digits(1)
      .curve(curveStepAfter)([...dots]) ?? ''
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full overflow-visible">
      <AmountAxis scale={y} format={format} textClass={smallDrawingText} />
      {holesOf(past).map(({ from, count }) => (
        <Unknown key={from} x={x(from - 0.5)} width={count * step} />
      ))}
      {isFilled ? (
        <path d={between(past, 0)} className="fill-brand" opacity="0.12" />
      ) : (
        <>
          <path d={between(ahead, today)} className="fill-brand" opacity="0.2" />
          <path d={`M${x(today)} ${top}V${height - bottom}`} className="stroke-control" strokeDasharray="2 4" />
        </>
      )}
      <path d={shape(past, 0)} className="stroke-brand" fill="none" strokeWidth="2" strokeLinejoin="round" />
      <path d={shape(ahead, today)} className="stroke-brand" fill="none" strokeWidth="2" strokeDasharray="6 5" />
      {past.map(({ day, amount, fromBank }, at) =>
        fromBank && amount !== null ? (
          <circle key={day} cx={x(at)} cy={y(amount)} r="3" className="fill-brand" />
        ) : null,
      )}
      {ticks.map(({ at, name }) => (
        <text key={name} x={x(at)} y={height - 8} textAnchor="middle" className={smallDrawingText}>
          {name}
        </text>
      ))}
    </svg>
  )
}

function isKnown({ amount }: BalanceDot): boolean {
  return amount !== null
}

function holesOf(dots: readonly BalanceDot[]): { from: number; count: number }[] {
  const holes: { from: number; count: number }[] = []
  for (const [at, dot] of dots.entries()) {
    const last = holes.at(-1)
    if (isKnown(dot)) continue
    if (last && last.from + last.count === at) last.count++
    else holes.push({ from: at, count: 1 })
  }
  return holes
}
