import type { ScaleLinear } from 'd3-scale'

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
