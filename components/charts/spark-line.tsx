/** A trend as an SVG path, made on the server so that no page loads a chart library. */
export type Spark = { readonly path: string; readonly change: string; readonly currency: string; readonly now: string }

const size = { width: 96, height: 28, edge: 2 } as const

/** The path through amounts at equal distances, the highest at the top. Floating-point numbers are for drawing only. */
export function sparkPath(points: readonly string[]): string {
  const amounts = points.map(Number)
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const step = (size.width - 2 * size.edge) / Math.max(1, amounts.length - 1)
  const rise = (size.height - 2 * size.edge) / (highest - lowest || 1)
  const y = (amount: number) => (highest === lowest ? size.height / 2 : size.edge + (highest - amount) * rise)
  return amounts
    .map((amount, at) => `${at === 0 ? 'M' : 'L'}${(size.edge + at * step).toFixed(1)} ${y(amount).toFixed(1)}`)
    .join('')
}

/** Decorative: the change is given in words next to it. */
export function SparkLine({ path, className = '' }: { path: string; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      focusable="false"
      fill="none"
      className={`shrink-0 stroke-brand ${className}`}
    >
      <path d={path} strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  )
}
