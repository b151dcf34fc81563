import { useTranslations } from 'next-intl'
import { ButtonAnchor } from '#components/ui/button.tsx'
import { Section } from '#components/ui/card.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import {
  AnswersPicture,
  CodeSample,
  ConsentPicture,
  HomePicture,
  LinesPicture,
  ShopPicture,
  TracePicture,
  TransferPicture,
} from './pictures.tsx'

const frame = 'mx-auto w-full max-w-6xl px-4 sm:px-8'
const heading = 'text-[2rem] leading-[1.1] tracking-[-0.03em] sm:text-[2.75rem]'

type LandingProps = {
  signedIn: boolean
  /** YYYY-MM-DD, for dates in the pictures. */
  today: string
  /** URL of the sandbox bank's start page; null if the installation has none. */
  sandboxUrl: string | null
}

/** What Guichet is for people, shops and bank testers, with an entry for each. Has no script of its own. */
export function Landing({ signedIn, today, sandboxUrl }: LandingProps) {
  return (
    <>
      <Hero signedIn={signedIn} />
      <Ways />
      <People signedIn={signedIn} />
      <Shops signedIn={signedIn} today={today} />
      <Testers sandboxUrl={sandboxUrl} />
      <Security />
      <Closing signedIn={signedIn} />
    </>
  )
}

function Hero({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('site')
  return (
    <section className={`${frame} stack items-center gap-x-14 gap-y-12 pt-10 pb-16 lg:grid-cols-2 lg:pt-12 lg:pb-24`}>
      <div>
        <h1 className="text-[2.75rem] leading-[1.02] font-semibold tracking-[-0.04em] sm:text-6xl xl:text-[4.5rem]">
          {t('hero.title')}
        </h1>
        <p className="mt-6 max-w-lg text-lg text-soft sm:text-xl">{t('hero.lead')}</p>
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
      <HomePicture />
    </section>
  )
}

const ways = [
  ['people', 'person'],
  ['shops', 'card'],
  ['testers', 'plug'],
] as const satisfies readonly (readonly [string, IconName])[]

function Ways() {
  const t = useTranslations('site')
  return (
    <nav aria-label={t('ways.label')} className="border-y border-line bg-surface">
      <ul className={`${frame} grid divide-line max-md:divide-y md:grid-cols-3 md:divide-x`}>
        {ways.map(([way, icon]) => (
          <li key={way} className="md:px-8 md:first:pl-0 md:last:pr-0">
            <a href={`#${way}`} className="group flex h-full items-start gap-4 py-6 md:py-8">
              <Icon name={icon} className="mt-0.5 size-6 text-brand" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold underline-offset-4 group-hover:underline">{t(`ways.${way}`)}</span>
                <span className="mt-0.5 block text-[0.9375rem] text-soft">{t(`ways.${way}Text`)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Intro({ area }: { area: 'people' | 'shops' | 'testers' }) {
  const t = useTranslations(`site.${area}`)
  return (
    <div>
      <h2 id={`${area}-title`} className={heading}>
        {t('title')}
      </h2>
      <p className="mt-4 max-w-xl text-lg opacity-80">{t('lead')}</p>
    </div>
  )
}

const features = [
  ['names', LinesPicture],
  ['consent', ConsentPicture],
  ['transfers', TransferPicture],
  ['trace', TracePicture],
] as const

function People({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('site')
  return (
    <section id="people" aria-labelledby="people-title" className={`${frame} py-16 lg:py-24`}>
      <Intro area="people" />
      <div className="mt-10 stack gap-4 lg:mt-14 lg:grid-cols-2 lg:gap-6">
        {features.map(([feature, FeaturePicture]) => (
          <article key={feature} className="flex flex-col rounded-3xl bg-sunken p-5 sm:p-8">
            <h3 className="text-xl sm:text-2xl">{t(`people.${feature}.title`)}</h3>
            <p className="mt-2 mb-8 text-soft">{t(`people.${feature}.text`)}</p>
            <div className="mt-auto">
              <FeaturePicture />
            </div>
          </article>
        ))}
      </div>
      <ButtonAnchor href={signedIn ? '/home' : '/signup'} size="large" className="mt-10">
        {signedIn ? t('toApp') : t('signUp')}
      </ButtonAnchor>
    </section>
  )
}

const shopPoints = ['page', 'refunds', 'reconciliation', 'api'] as const

function Shops({ signedIn, today }: { signedIn: boolean; today: string }) {
  const t = useTranslations('site.shops')
  return (
    <section id="shops" aria-labelledby="shops-title" className="border-y border-line bg-sunken">
      <div className={`${frame} stack items-center gap-12 py-16 lg:grid-cols-2 lg:py-24`}>
        <div>
          <Intro area="shops" />
          <Points items={shopPoints.map(point => t(`points.${point}`))} markClass="text-brand" />
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonAnchor href={signedIn ? '/merchant' : '/signup?next=/merchant'} size="large">
              {t('open')}
            </ButtonAnchor>
            <ButtonAnchor href="/docs/api" size="large" variant="secondary">
              {t('api')}
            </ButtonAnchor>
          </div>
        </div>
        <div className="stack gap-4">
          <ShopPicture today={today} />
          <CodeSample />
        </div>
      </div>
    </section>
  )
}

const testerPoints = ['clock', 'faults', 'log', 'reference'] as const

function Testers({ sandboxUrl }: { sandboxUrl: string | null }) {
  const t = useTranslations('site.testers')
  return (
    <section id="testers" aria-labelledby="testers-title" className="bg-deep text-on-deep">
      <div className={`${frame} stack items-center gap-12 py-16 lg:grid-cols-2 lg:py-24`}>
        <div>
          <Intro area="testers" />
          <Points items={testerPoints.map(point => t(`points.${point}`))} markClass="text-accent" />
          {sandboxUrl === null ? (
            <p className="mt-8">
              {t.rich('command', {
                code: words => (
                  <code className="rounded-lg bg-deep-edge px-2 py-1 font-semibold" translate="no">
                    {words}
                  </code>
                ),
              })}
            </p>
          ) : (
            <ButtonAnchor href={sandboxUrl} size="large" variant="secondary" className="mt-8">
              {t('open')}
            </ButtonAnchor>
          )}
        </div>
        <AnswersPicture />
      </div>
    </section>
  )
}

function Points({ items, markClass }: { items: readonly string[]; markClass: string }) {
  return (
    <ul className="mt-8 grid gap-3.5">
      {items.map(item => (
        <li key={item} className="flex gap-3">
          <Icon name="check" className={`mt-0.5 size-5 ${markClass}`} />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  )
}

const safeguards = [
  ['mtls', 'shield'],
  ['sca', 'person'],
  ['sleep', 'lock'],
  ['leave', 'undo'],
] as const satisfies readonly (readonly [string, IconName])[]

function Security() {
  const t = useTranslations('site.security')
  return (
    <Section titleId="security-title" title={t('title')} level={2} look={heading} className={`${frame} py-16 lg:py-24`}>
      <p className="mt-4 max-w-xl text-lg text-soft">{t('lead')}</p>
      <ul className="mt-10 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {safeguards.map(([item, icon]) => (
          <li key={item} className="border-t-2 border-brand pt-5">
            <Icon name={icon} className="size-6 text-brand" />
            <p className="mt-3">{t(`items.${item}`)}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Closing({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('site')
  return (
    <section className="border-t border-line bg-surface">
      <div className={`${frame} flex flex-wrap items-center justify-between gap-x-10 gap-y-6 py-14 lg:py-20`}>
        <div>
          <h2 className="text-3xl tracking-[-0.025em] sm:text-4xl">{t('closing.title')}</h2>
          <p className="mt-2 text-soft">{t('closing.text')}</p>
        </div>
        <ButtonAnchor href={signedIn ? '/home' : '/signup'} size="large">
          {signedIn ? t('toApp') : t('signUp')}
        </ButtonAnchor>
      </div>
    </section>
  )
}
