import { useTranslations } from 'next-intl'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonAnchor } from '#components/ui/button-anchor.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { CounterPicture } from './counter-picture.tsx'

const frame = 'mx-auto max-w-6xl px-4 sm:px-8'

export function Landing({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <Hero signedIn={signedIn} />
      <Promises />
      <Steps />
      <Security />
      <Closing signedIn={signedIn} />
    </>
  )
}

function Hero({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('site')
  return (
    <section
      className={`${frame} grid items-center gap-x-12 gap-y-14 pt-8 pb-16 lg:grid-cols-[6fr_5fr] lg:pt-14 lg:pb-24`}
    >
      <div className="animate-rise">
        <p className="mb-5 text-sm font-semibold text-brand-ink">{t('hero.kicker')}</p>
        <h1 className="text-[2.625rem] leading-[1.04] font-semibold tracking-[-0.035em] sm:text-6xl lg:text-[4.25rem]">
          {t('hero.title')}
        </h1>
        <p className="mt-6 max-w-xl text-lg text-soft sm:text-xl">{t('hero.lead')}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          {signedIn ? (
            <ButtonAnchor href="/home" size="large">
              {t('toApp')}
            </ButtonAnchor>
          ) : (
            <>
              <ButtonAnchor href="/signup" size="large">
                {t('signUp')}
              </ButtonAnchor>
              <ButtonAnchor href="/signin" size="large" variant="secondary">
                {t('hero.signIn')}
              </ButtonAnchor>
            </>
          )}
        </div>
        <p className="mt-6 flex items-start gap-2 text-sm text-soft">
          <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />
          {t('hero.note')}
        </p>
      </div>
      <CounterPicture />
    </section>
  )
}

const promises = ['consent', 'truth', 'trace'] as const

function Promises() {
  const t = useTranslations('site.promises')
  return (
    <section className="border-y border-line bg-surface">
      <div className={`${frame} py-16 lg:py-24`}>
        <h2 className="max-w-2xl text-3xl tracking-[-0.025em] sm:text-4xl">{t('title')}</h2>
        <div className="mt-12 grid gap-10 md:grid-cols-3 md:gap-0 md:divide-x md:divide-line">
          {promises.map(promise => (
            <article key={promise} className="md:px-8 md:first:pl-0 md:last:pr-0">
              <PromisePicture name={promise} />
              <h3 className="mt-6 text-xl">{t(`${promise}.title`)}</h3>
              <p className="mt-2 text-soft">{t(`${promise}.text`)}</p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}

/** A box ticked beside an empty one; a balance line; a log with one line lit. */
function PromisePicture({ name }: { name: (typeof promises)[number] }) {
  return (
    <svg viewBox="0 0 96 56" className="h-14 w-24" aria-hidden="true" focusable="false" fill="none" strokeWidth="2">
      {promisePictures[name]}
    </svg>
  )
}

const promisePictures = {
  consent: (
    <>
      <rect x="1" y="9" width="38" height="38" rx="10" className="fill-brand" />
      <path
        d="m11 29 7 7 12-15"
        className="stroke-on-brand"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect x="54" y="9" width="38" height="38" rx="10" className="stroke-control" />
    </>
  ),
  truth: (
    <>
      <path d="M1 47h92" className="stroke-line" />
      <path
        d="M1 40c14 0 16-22 30-22s14 12 26 12 14-20 36-22"
        className="stroke-brand"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="57" cy="30" r="5" className="fill-surface stroke-brand" strokeWidth="3" />
      <path d="M57 36v11" className="stroke-control" strokeDasharray="2 3" />
    </>
  ),
  trace: (
    <>
      <path d="M16 12h76M16 44h52" className="stroke-control" strokeLinecap="round" />
      <path d="M16 28h66" className="stroke-brand" strokeWidth="3" strokeLinecap="round" />
      <circle cx="4" cy="12" r="3" className="fill-control" />
      <circle cx="4" cy="28" r="4" className="fill-accent" />
      <circle cx="4" cy="44" r="3" className="fill-control" />
    </>
  ),
}

const steps = ['choose', 'authenticate', 'tick'] as const

function Steps() {
  const t = useTranslations('site.steps')
  return (
    <section className={`${frame} py-16 lg:py-24`}>
      <h2 className="text-3xl tracking-[-0.025em] sm:text-4xl">{t('title')}</h2>
      <ol className="mt-12 grid gap-8 md:grid-cols-3 md:gap-12">
        {steps.map((step, index) => (
          <li key={step}>
            <span
              aria-hidden="true"
              className="tabular grid h-14 w-11 place-items-center rounded-t-full border-b-[3px] border-brand bg-brand-tint pt-1.5 text-lg font-bold text-brand-ink"
            >
              {index + 1}
            </span>
            <h3 className="mt-5 text-xl">{t(`${step}.title`)}</h3>
            <p className="mt-2 text-soft">{t(`${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const safeguards = [
  ['mtls', 'shield'],
  ['sleep', 'lock'],
  ['read', 'eye'],
  ['leave', 'undo'],
] as const satisfies readonly (readonly [string, IconName])[]

function Security() {
  const t = useTranslations('site')
  return (
    <section className={`${frame} grid gap-4 pb-16 lg:grid-cols-[2fr_1fr] lg:pb-24`}>
      <div className="rounded-3xl border border-line bg-surface p-7 sm:p-10">
        <h2 className="max-w-lg text-2xl tracking-[-0.025em] sm:text-3xl">{t('security.title')}</h2>
        <p className="mt-3 text-soft">{t('security.lead')}</p>
        <ul className="mt-8 grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {safeguards.map(([item, icon]) => (
            <li key={item} className="flex gap-3.5">
              <Icon name={icon} className="mt-0.5 size-5.5 text-brand" />
              <span>{t(`security.items.${item}`)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-col items-start rounded-3xl bg-accent-tint p-7 sm:p-10">
        <Badge tone="warning" className="-ml-1 border border-current/30">
          {t('merchants.soon')}
        </Badge>
        <h2 className="mt-auto pt-8 text-2xl tracking-[-0.025em]">{t('merchants.title')}</h2>
        <p className="mt-2 text-soft">{t('merchants.text')}</p>
      </div>
    </section>
  )
}

function Closing({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('site')
  return (
    <section className={`${frame} pb-20 lg:pb-28`}>
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-3xl bg-deep px-7 py-10 text-on-deep sm:px-12 sm:py-14">
        <div>
          <h2 className="text-3xl tracking-[-0.025em] sm:text-4xl">{t('closing.title')}</h2>
          <p className="mt-2">{t('closing.text')}</p>
        </div>
        <ButtonAnchor href={signedIn ? '/home' : '/signup'} size="large" variant="secondary">
          {signedIn ? t('toApp') : t('signUp')}
        </ButtonAnchor>
      </div>
    </section>
  )
}
