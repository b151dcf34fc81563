import type { ScaleLinear } from 'd3-scale'

/** Size of a drawing in its own units; it grows with the page. */
export const drawing = { width: 640, height: 240, left: 56, right: 8, top: 10, bottom: 26 } as const

type AmountAxisProps = { scale: ScaleLinear<number, number>; format: (amount: number) => string }

/** Lines across the drawing at round amounts. */
export function AmountAxis({ scale, format }: AmountAxisProps) {
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
      <text x={left - 8} y={scale(tick) + 4} textAnchor="end" className="fill-soft text-[11px] max-sm:text-[20px]">
        {format(tick)}
      </text>
    </g>
  ))
}
