import { clsx } from 'clsx'

/** The logo: a counter window under an arch, with a person behind it. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={clsx('shrink-0', className ?? 'size-8')} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <g className="stroke-on-brand" fill="none" strokeWidth="2.3" strokeLinecap="round">
        <path d="M9 22.5v-7.25a7 7 0 0 1 14 0v7.25" />
        <path d="M6.5 23.5h19" />
      </g>
      <circle cx="16" cy="16.5" r="2.7" fill="#f0b340" />
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-[1.375rem] leading-none font-bold tracking-[-0.035em]" translate="no">
        guichet
      </span>
    </span>
  )
}
