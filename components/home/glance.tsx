import { daysBetween } from '@guichet/values/calendar/day.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatAbout, formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Section } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { GlanceView } from '#lib/views/home.ts'

/** The month in three figures, each with what it rests on, and the accounts that would fall below zero. */
export function Glance({ glance }: { glance: GlanceView }) {
  const t = useTranslations('home.glance')
  const locale = useLocale()
  const about = (amount: string) => formatAbout({ amount, currency: glance.currency }, locale)
  return (
    <Section titleId="glance-title" title={t('title')} level={2} look="sr-only" className="stack gap-2.5">
      <Figures glance={glance} />
      {glance.forecast?.below.map(({ accountId, name, day, amount }) => (
        <p key={accountId} className="px-1 text-[0.9375rem] font-medium text-danger">
          <Link href={`/accounts/${accountId}`} className="hover:underline">
            {t('below', { account: name, day: formatDate(day, locale, 'near'), amount: about(amount) })}
          </Link>
        </p>
      ))}
    </Section>
  )
}

type FiguresProps = { glance: GlanceView; isPicture?: boolean }

/** The figures alone; those of a picture lead nowhere. */
export function Figures({ glance, isPicture = false }: FiguresProps) {
  const t = useTranslations('home.glance')
  const locale = useLocale()
  const { currency, today, spent, payday, forecast } = glance
  const about = (amount: string) => formatAbout({ amount, currency }, locale)
  const to = (href: string) => (isPicture ? null : href)
  return (
    <ul className={isPicture ? 'grid grid-cols-2 gap-2' : 'grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-3'}>
      <Tile
        href={to(spentHref(glance))}
        label={t('spent')}
        value={<Money value={{ amount: sizeOf(spent.amount), currency }} display />}
        note={spent.usual ? <Usual spent={spent.amount} usual={spent.usual.amount} glance={glance} /> : t('noUsual')}
      />
      <Tile
        href={to('#coming-title')}
        label={t('left')}
        value={payday ? <Money value={{ amount: payday.left, currency }} display /> : '—'}
        note={
          payday
            ? t('payday', { day: formatDate(payday.day, locale, 'near'), days: daysBetween(today, payday.day) })
            : t('noPayday')
        }
      />
      <Tile
        isWide={isPicture ? 'always' : 'phone'}
        href={to('/insights#forecast-title')}
        label={forecast ? t('forecast', { day: formatDate(forecast.until, locale, 'near') }) : t('forecastNone')}
        value={forecast ? t('about', { amount: about(forecast.amount) }) : '—'}
        note={forecast ? t('range', { low: about(forecast.low), high: about(forecast.high) }) : t('noForecast')}
      />
    </ul>
  )
}

/** The list that the figure is the sum of. */
function spentHref({ currency, today, spent }: GlanceView): string {
  return `/transactions?${new URLSearchParams({ direction: 'out', from: spent.from, to: today, counted: currency })}`
}

function Usual({ spent, usual, glance }: { spent: string; usual: string; glance: GlanceView }) {
  const t = useTranslations('home.glance')
  const locale = useLocale()
  const { currency } = glance
  const [now, before] = [spent, usual].map(amount => parseAmount(amount, currency)?.amountMinor ?? 0n)
  const more = (before ?? 0n) - (now ?? 0n)
  const amount = formatMoney({ amount: sizeOf(formatAmount({ amountMinor: more, currency })), currency }, locale)
  return t(more === 0n ? 'asUsual' : more > 0n ? 'moreThanUsual' : 'lessThanUsual', { amount })
}

function sizeOf(amount: string): string {
  return amount.replace(/^-/, '')
}

type TileProps = { href: string | null; label: string; value: ReactNode; note: ReactNode; isWide?: 'phone' | 'always' }

/** One figure; a wide one has a row of its own. */
function Tile({ href, label, value, note, isWide }: TileProps) {
  const look = 'flex h-full flex-col rounded-2xl border border-line bg-surface px-3.5 py-3 sm:px-5 sm:py-4'
  const content = (
    <>
      <span className="text-sm text-soft first-letter:uppercase">{label}</span>
      <span className="text-2xl leading-tight font-semibold tracking-[-0.025em]">{value}</span>
      <span className="mt-0.5 text-sm text-soft">{note}</span>
    </>
  )
  return (
    <li className={isWide === 'always' ? 'col-span-2' : isWide === 'phone' ? 'max-lg:col-span-2' : ''}>
      {href === null ? (
        <span className={look}>{content}</span>
      ) : (
        <Link href={href} className={`${look} transition-colors hover:bg-sunken`}>
          {content}
        </Link>
      )}
    </li>
  )
}
