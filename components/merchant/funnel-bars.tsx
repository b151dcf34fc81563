import { scaleLinear } from 'd3-scale'

type FunnelBarsProps = {
  rows: readonly { readonly key: string; readonly label: string; readonly count: number; readonly share: string }[]
}

const row = { width: 640, height: 34, label: 180, end: 100 } as const

/** One bar a step, under one another, each as long as its count. The table beside it says the same to everybody. */
export function FunnelBars({ rows }: FunnelBarsProps) {
  const x = scaleLinear()
    .domain([0, Math.max(1, ...rows.map(({ count }) => count))])
    .range([0, row.width - row.label - row.end])
  return (
    <svg viewBox={`0 0 ${row.width} ${row.height * rows.length}`} aria-hidden="true" className="block w-full">
      {rows.map(({ key, label, count, share }, at) => (
        <g key={key} transform={`translate(0 ${at * row.height})`}>
          <text x="0" y="22" className="fill-ink text-[15px]">
            {label}
          </text>
          <rect
            x={row.label}
            y="6"
            width={row.width - row.label - row.end}
            height="22"
            rx="4"
            className="fill-sunken"
          />
          <rect x={row.label} y="6" width={x(count)} height="22" rx="4" className="fill-brand" />
          <text x={row.width} y="22" textAnchor="end" className="tabular fill-soft text-[15px]">
            {share}
          </text>
        </g>
      ))}
    </svg>
  )
}
