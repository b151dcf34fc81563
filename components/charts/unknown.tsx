import { drawing } from './amount-axis.tsx'

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
