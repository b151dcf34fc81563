import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { Money } from '#components/format/money.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'

const littoral = { initials: 'BL', brandColor: '#0B3C6F', brandInk: '#E2B23C' }
const cormoran = { initials: 'CO', brandColor: '#1B1B1F', brandInk: '#F26B21' }
const kinds = ['balances', 'transactions', 'owners', 'overdrafts'] as const

/** The product through its own window: an arch, a counter, two banks on it. A drawing, so it is one image to a reader. */
export function CounterPicture() {
  const t = useTranslations('site.picture')
  return (
    <div
      role="img"
      aria-label={t('label')}
      className="relative mx-auto w-full max-w-md animate-rise pb-8 lg:max-w-none"
    >
      <div aria-hidden="true" className="absolute inset-x-5 top-0 bottom-16 rounded-t-full bg-deep sm:inset-x-8" />
      <div aria-hidden="true" className="absolute inset-x-0 bottom-12 h-4 rounded-full bg-deep-edge" />
      <div
        aria-hidden="true"
        className="absolute top-14 left-1/2 size-14 -translate-x-1/2 rounded-full bg-accent sm:top-16 sm:size-16"
      />
      <div className="relative px-9 pt-36 sm:px-16 sm:pt-44" aria-hidden="true">
        <div className="rounded-2xl border border-line bg-surface p-5 shadow-lift">
          <p className="text-sm text-soft">{t('total')}</p>
          <p className="text-3xl font-semibold tracking-[-0.03em]">
            <Money value={{ amount: '6482.15', currency: 'EUR' }} display />
          </p>
          <div className="mt-4 grid gap-3.5">
            <Line bank={littoral} name={t('current')} amount="2318.40" />
            <Line bank={littoral} name={t('joint')} amount="3914.05" />
            <Line bank={cormoran} name={t('current')} amount="249.70" />
          </div>
        </div>
        <div className="relative mt-3 -mr-4 ml-6 rounded-2xl border border-line bg-surface p-4 shadow-lift sm:-mr-8 sm:ml-12">
          <p className="mb-2.5 text-sm font-semibold">{t('consent')}</p>
          <ul className="grid grid-cols-2 gap-2 text-sm">
            {kinds.map((kind, index) => (
              <li key={kind} className={clsx('flex items-center gap-2', index > 1 && 'text-soft')}>
                <Box ticked={index < 2} />
                {t(kind)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  )
}

function Line({ bank, name, amount }: { bank: typeof littoral; name: string; amount: string }) {
  return (
    <div className="flex items-center gap-3 text-[0.9375rem]">
      <BankLogo bank={bank} size="small" />
      <span className="flex-1 truncate">{name}</span>
      <Money value={{ amount, currency: 'EUR' }} className="font-medium" />
    </div>
  )
}

function Box({ ticked }: { ticked: boolean }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4.5 shrink-0" fill="none" aria-hidden="true">
      <rect
        x="0.75"
        y="0.75"
        width="14.5"
        height="14.5"
        rx="4.5"
        className={ticked ? 'fill-brand' : 'stroke-control'}
        strokeWidth="1.3"
      />
      {ticked ? (
        <path
          d="m4.3 8.4 2.6 2.6 5-5.8"
          className="stroke-on-brand"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ) : null}
    </svg>
  )
}
