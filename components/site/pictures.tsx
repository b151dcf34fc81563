import { consentKinds } from '@guichet/stet/terms/consent-choice.ts'
import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { BalanceLine } from '#components/charts/balance-line.tsx'
import { formatAxis } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Figures } from '#components/home/glance.tsx'
import { EventText, PaymentStatus } from '#components/merchant/payment-status.tsx'
import { PaySummary } from '#components/pay/summary.tsx'
import { StateBadge } from '#components/transfers/status-badge.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Badge } from '#components/ui/card.tsx'
import { CheckboxMark } from '#components/ui/checkbox.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { initialsOf } from '#lib/domain/accounts/initials.ts'
import * as sample from './sample.ts'

/** Pictures of the product, rendered from its own components with sample data, so that they stay up to date. */

type PictureProps = { label: string; className?: string; children: ReactNode }

/** A single image for screen readers; nothing in it can be focused or clicked. */
function Picture({ label, className, children }: PictureProps) {
  return (
    <div role="img" aria-label={label} className={className}>
      <div inert>{children}</div>
    </div>
  )
}

const sheet = 'rounded-2xl border border-line bg-surface'

/** Home: the total, the figures of the month, the line of the total and the accounts, under the arch of the brand. */
export function HomePicture() {
  const t = useTranslations('site.pictures')
  const locale = useLocale()
  const { past, future, total, currency, accounts } = sample
  const ticks = [0, 9, 19, 29].map(at => ({ at, name: String(at + 1) }))
  return (
    <Picture label={t('home.label')} className="relative mx-auto w-full max-w-lg lg:max-w-none">
      <div className="absolute inset-x-6 top-0 bottom-10 rounded-t-full bg-deep sm:inset-x-10" />
      <div className="absolute inset-x-0 bottom-8 h-3.5 rounded-full bg-deep-edge" />
      <div className="absolute top-10 left-1/2 size-10 -translate-x-1/2 rounded-full bg-accent sm:top-12 sm:size-14" />
      <div className="relative px-2 pt-24 pb-14 sm:px-4 sm:pt-32">
        <div className={clsx(sheet, 'p-5 shadow-lift sm:p-6')}>
          <p className="text-sm text-soft">{t('home.total')}</p>
          <p className="mb-3 text-3xl leading-tight font-semibold tracking-[-0.03em] sm:text-4xl">
            <Money value={{ amount: total, currency }} display />
          </p>
          <Figures glance={sample.glance} isPicture />
          <div className="mt-4">
            <BalanceLine
              past={past}
              future={future}
              format={amount => formatAxis(amount, currency, locale)}
              ticks={ticks}
            />
          </div>
          <ul className="mt-3 divide-y divide-line border-t border-line">
            {accounts.map(({ bank, kind, amount }) => (
              <li key={amount} className="flex items-center gap-3 py-2.5 text-[0.9375rem] last:pb-0">
                <BankLogo bank={bank} size="small" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{t(`home.${kind}`)}</span>
                  <span className="block truncate text-sm text-soft">{bank.name}</span>
                </span>
                <Money value={{ amount, currency }} className="font-semibold" />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Picture>
  )
}

/** Transactions by name, with the bank's labels under them. */
export function LinesPicture() {
  const t = useTranslations('site.pictures')
  return (
    <Picture label={t('lines.label')}>
      <ul className={clsx(sheet, 'divide-y divide-line')}>
        {sample.namedLines.map(({ label, name, amount }) => (
          <li key={label} className="flex items-center gap-3 px-4 py-3">
            <span
              className={clsx(
                'grid size-10 shrink-0 place-items-center rounded-xl text-sm font-semibold',
                amount.startsWith('-') ? 'bg-sunken text-soft' : 'bg-positive-tint text-positive',
              )}
            >
              {initialsOf(name)}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-soft" translate="no">
                {label}
              </span>
            </span>
            <Money value={{ amount, currency: sample.currency }} signed className="font-semibold" />
          </li>
        ))}
      </ul>
    </Picture>
  )
}

/** The consent boxes of two accounts. */
export function ConsentPicture() {
  const t = useTranslations('site.pictures')
  const kinds = useTranslations('consent.kinds')
  const ticked = { current: ['balances', 'transactions'], joint: ['balances'] }
  return (
    <Picture label={t('consent.label')}>
      <ul className={clsx(sheet, 'divide-y divide-line')}>
        {(['current', 'joint'] as const).map(account => (
          <li key={account} className="px-4 py-3.5">
            <p className="flex items-center gap-2.5 font-medium">
              <BankLogo bank={sample.littoral} size="small" />
              {t(`home.${account}`)}
            </p>
            <ul className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2.5">
              {consentKinds.map(kind => (
                <li key={kind} className="flex items-center gap-2.5 text-[0.9375rem]">
                  <CheckboxMark readOnly checked={ticked[account].includes(kind)} />
                  {kinds(kind)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Picture>
  )
}

/** A transfer from an account to a payee, with its state. */
export function TransferPicture() {
  const t = useTranslations('site.pictures.transfer')
  const facts = [
    [t('from'), sample.littoral.name],
    [t('to'), t('payee')],
    [t('about'), t('remittance')],
  ] as const
  return (
    <Picture label={t('label')}>
      <div className={clsx(sheet, 'p-4 sm:p-5')}>
        <div className="flex items-center justify-between gap-3">
          <p className="text-2xl font-semibold tracking-tight">
            <Money value={{ amount: '45.00', currency: sample.currency }} display />
          </p>
          <StateBadge state="executed" />
        </div>
        <ul className="mt-4 grid gap-2 border-t border-line pt-4 text-[0.9375rem]">
          {facts.map(([term, value]) => (
            <li key={term} className="flex justify-between gap-4">
              <span className="text-soft">{term}</span>
              <span className="truncate font-medium">{value}</span>
            </li>
          ))}
        </ul>
      </div>
    </Picture>
  )
}

/** Calls to a bank, with their origin. */
export function TracePicture() {
  const t = useTranslations('site.pictures')
  const operations = useTranslations('connections.operations')
  const log = useTranslations('connections.log')
  return (
    <Picture label={t('trace.label')}>
      <ul className={clsx(sheet, 'divide-y divide-line')}>
        {sample.calls.map(({ operation, attended, at }) => (
          <li key={operation} className="flex items-center gap-3 px-4 py-3 text-[0.9375rem]">
            <span className="tabular w-11 shrink-0 text-sm text-soft">{at}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{operations(operation)}</span>
              <span className="block truncate text-sm text-soft">{log('ok')}</span>
            </span>
            <Badge tone={attended ? 'brand' : 'neutral'}>{log(attended ? 'attended' : 'unattended')}</Badge>
          </li>
        ))}
      </ul>
    </Picture>
  )
}

/** An order as the payer sees it, and its payment as the shop sees it. */
export function ShopPicture({ today }: { today: string }) {
  const t = useTranslations('site.pictures.shop')
  return (
    <Picture label={t('label')}>
      <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
        <PaySummary order={sample.orderOf(t('payee'), t('reference'), today)} />
        <div className={clsx(sheet, 'p-5 sm:mt-10 sm:p-6')}>
          <p className="flex items-center justify-between gap-3 font-semibold">
            {t('reference')} <PaymentStatus status="executed" />
          </p>
          <ol className="mt-5 border-l border-line pl-5">
            {sample.timeline.map((type, index) => (
              <li key={type} className="relative pb-4 text-[0.9375rem] last:pb-0">
                <span
                  className={clsx(
                    'absolute top-2 -left-[1.53rem] size-2 rounded-full ring-4 ring-surface',
                    index === sample.timeline.length - 1 ? 'bg-positive' : 'bg-control',
                  )}
                />
                <EventText type={type} kind="checkout" />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Picture>
  )
}

/** A bank's error codes, and the sentences that people read. */
export function AnswersPicture() {
  const t = useTranslations('site.pictures.answers')
  const failures = useTranslations('failures.bankCodes')
  return (
    <Picture label={t('label')}>
      <div className="overflow-clip rounded-2xl border border-deep-edge bg-surface text-ink">
        <p className="grid grid-cols-[5rem_1fr] gap-4 border-b border-line px-5 py-3 text-sm font-medium text-soft">
          <span>{t('bank')}</span>
          <span>{t('person')}</span>
        </p>
        <ul className="divide-y divide-line">
          {sample.answers.map(code => (
            <li key={code} className="grid grid-cols-[5rem_1fr] gap-4 px-5 py-4">
              <code className="font-semibold text-brand-ink">{code}</code>
              <span className="min-w-0">
                <span className="block font-medium">{failures(`${code}.title`)}</span>
                <span className="mt-0.5 block text-sm text-soft">{failures(`${code}.next`)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Picture>
  )
}

/** A sample of a shop's code. */
export function CodeSample() {
  const t = useTranslations('site.shops')
  return (
    <figure className="overflow-clip rounded-2xl border border-line bg-surface">
      <figcaption className="flex items-center gap-2 border-b border-line px-5 py-3 text-sm text-soft">
        <Icon name="laptop" className="size-4.5" />
        {t('code')}
      </figcaption>
      <pre className="whitespace-pre-wrap px-4 py-4 text-xs leading-relaxed sm:px-5 sm:text-sm" translate="no">
        <code>{`order = await ${sample.shopCall}\nredirect(order.url)`}</code>
      </pre>
    </figure>
  )
}
