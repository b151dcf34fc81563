import { scaleLinear } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { AmountAxis, drawing, smallDrawingText, Unknown } from './amount-axis.tsx'

/** `amount` null: not known on that day. */
export type BalanceDot = { readonly day: string; readonly amount: number | null; readonly fromBank: boolean }

type BalanceLineProps = {
  dots: readonly BalanceDot[]
  format: (amount: number) => string
  /** Labels under a few days, by the day's index. */
  ticks: readonly { readonly at: number; readonly name: string }[]
}

/** A balance as steps, because it only changes when something is booked. Days with a balance from the bank have a dot. */
export function BalanceLine({ dots, format, ticks }: BalanceLineProps) {
  const { width, height, left, right, top, bottom } = drawing
  const step = (width - left - right) / Math.max(1, dots.length)
  const x = (at: number) => left + step * (at + 0.5)
  const amounts = dots.flatMap(({ amount }) => amount ?? [])
  const y = scaleLinear()
    .domain([Math.min(0, ...amounts), Math.max(1, ...amounts)])
    .range([height - bottom, top])
    .nice()
  const shape = line<BalanceDot>(
    (_, at) => x(at),
    ({ amount }) => y(amount ?? 0),
  )
    .defined(isKnown)
    .curve(curveStepAfter)
  const filled = area<BalanceDot>()
    .x((_, at) => x(at))
    .y0(y(0))
    .y1(({ amount }) => y(amount ?? 0))
    .defined(isKnown)
    .curve(curveStepAfter)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full overflow-visible">
      <AmountAxis scale={y} format={format} textClass={smallDrawingText} />
      {holesOf(dots).map(({ from, count }) => (
        <Unknown key={from} x={x(from - 0.5)} width={count * step} />
      ))}
      <path d={filled([...dots]) ?? ''} className="fill-brand" opacity="0.12" />
      <path d={shape([...dots]) ?? ''} className="stroke-brand" fill="none" strokeWidth="2" strokeLinejoin="round" />
      {dots.map(({ day, amount, fromBank }, at) =>
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
