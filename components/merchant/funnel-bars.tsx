type FunnelBarsProps = {
  rows: readonly { readonly key: string; readonly label: string; readonly count: number; readonly share: string }[]
}

/**
 * One bar a step, under one another, each as long as its count; words keep their size on every screen. The table beside it
 * says the same to everybody.
 */
export function FunnelBars({ rows }: FunnelBarsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <div aria-hidden="true" className="grid gap-2.5">
      {rows.map(({ key, label, count, share }) => (
        <div
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_6.5rem]"
        >
          <span className="min-w-0 truncate">{label}</span>
          <span className="tabular text-right whitespace-nowrap text-soft sm:order-last">{share}</span>
          <svg
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="col-span-2 block h-4 w-full rounded-sm sm:col-span-1"
          >
            <rect width="100" height="1" className="fill-sunken" />
            <rect width={(count * 100) / most} height="1" className="fill-brand" />
          </svg>
        </div>
      ))}
    </div>
  )
}
