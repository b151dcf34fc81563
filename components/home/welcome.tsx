import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/button-link.tsx'

const steps = ['choose', 'authenticate', 'tick'] as const

/** Home before the first bank is linked: how it works, and where to start. */
export function Welcome() {
  const t = useTranslations('home.empty')
  return (
    <section className="grid items-center gap-8 rounded-3xl border border-line bg-surface p-7 sm:p-12 md:grid-cols-[1fr_auto]">
      <div className="max-w-lg">
        <h2 className="text-2xl tracking-[-0.025em] sm:text-3xl">{t('title')}</h2>
        <p className="mt-3 text-soft">{t('text')}</p>
        <ol className="mt-6 grid gap-2.5">
          {steps.map((step, index) => (
            <li key={step} className="flex items-center gap-3">
              <span
                aria-hidden="true"
                className="tabular grid h-8 w-7 place-items-center rounded-t-full border-b-2 border-brand bg-brand-tint text-sm font-bold text-brand-ink"
              >
                {index + 1}
              </span>
              {t(`steps.${step}`)}
            </li>
          ))}
        </ol>
        <ButtonLink href="/link" size="large" className="mt-8">
          {t('action')}
        </ButtonLink>
      </div>
      <EmptyCounter />
    </section>
  )
}

/** An illustration: the window of the logo with its blind half down. */
function EmptyCounter() {
  return (
    <svg
      viewBox="0 0 200 220"
      className="mx-auto hidden h-56 md:block"
      aria-hidden="true"
      focusable="false"
      fill="none"
    >
      <path d="M30 196V90a70 70 0 0 1 140 0v106z" className="fill-sunken" />
      <path d="M30 90a70 70 0 0 1 140 0v22H30z" className="fill-deep" />
      <path d="M42 66h116M34 82h132M30 98h140" className="stroke-deep-edge" strokeWidth="3" />
      <path d="M100 112v14" className="stroke-control" strokeWidth="3" />
      <circle cx="100" cy="131" r="5" className="fill-accent" />
      <path d="M12 200h176" className="stroke-deep" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}
