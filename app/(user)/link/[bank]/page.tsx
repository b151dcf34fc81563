import { Ban, Smartphone } from 'lucide-react'
import { notFound } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { metadataOf } from '#app/open-page.ts'
import { userPage } from '#app/page-frame.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { formatDate } from '#components/format/text.ts'
import { BankHost } from '#components/link/bank-host.tsx'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card, DescriptionList, NumberedSteps } from '#components/ui/card.tsx'
import { Fold } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { now } from '#lib/clock.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { authorisationEndsAt } from '#lib/domain/consent/connection.ts'
import { findBank } from '#lib/services/banks/directory.ts'
import { opensApp } from '#lib/services/connections/app-to-app.ts'
import { readFallbackStatus } from '#lib/services/connections/fallback.ts'
import { listConnections } from '#lib/services/connections/read.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import type { BankView, LegalView } from '#lib/views/banking.ts'

export const generateMetadata = metadataOf(async ({ part }) => {
  const [bank, t] = await Promise.all([findBank(part('bank')), getTranslations('link.before')])
  return { title: bank ? t('metaTitle', nameBank(bank.name)) : t('unknownTitle') }
})

export default userPage(async ({ session: { userId }, part, query }) => {
  const bank = await findBank(part('bank'))
  if (!bank) notFound()
  const [connections, legal, status, appToApp, t, tDirectory] = await Promise.all([
    listConnections({ userId }),
    readLegal(),
    readFallbackStatus(bank.code),
    opensApp(bank.code),
    getTranslations('link.before'),
    getTranslations('link.directory'),
  ])
  const existing = connections.find(({ bank: { code }, state }) => code === bank.code && state !== 'disconnected')
  return (
    <>
      <PageHeader
        title={t('title', nameBank(bank.name))}
        lead={t('lead')}
        steps={[{ href: '/link', label: tDirectory('title') }]}
        current={bank.name}
      />
      <RefusalNote code={query.error} className="mb-6" />
      {status ? <DownNotice bank={bank} {...status} /> : null}
      <BeforeLeaving
        bank={bank}
        legal={legal}
        endsOn={authorisationEndsAt(now()).toISOString()}
        connectionId={existing?.id ?? null}
        appToApp={appToApp}
      />
    </>
  )
})

type DownNoticeProps = {
  bank: Pick<BankView, 'code' | 'name'>
  downSince: string | null
  retryAt: string | null
  /** Whether the emergency access is offered now. */
  offered: boolean
}

/** The bank's interface is down: since when, when it is tried again, and the emergency access if it is offered. */
function DownNotice({ bank, downSince, retryAt, offered }: DownNoticeProps) {
  const t = useTranslations('fallback')
  const locale = useLocale()
  if (downSince === null) return null
  return (
    <Alert
      tone="warning"
      title={t('noticeTitle', nameBank(bank.name))}
      className="mb-6"
      action={
        offered ? (
          <ButtonLink href={`/link/${encodeURIComponent(bank.code)}/fallback`} variant="secondary" size="small">
            {t('noticeOffer')}
          </ButtonLink>
        ) : null
      }
    >
      <p>{t('noticeText', { since: formatDate(downSince, locale, 'moment') })}</p>
      {retryAt ? <p className="mt-1">{t('noticeRetry', { time: formatDate(retryAt, locale, 'time') })}</p> : null}
    </Alert>
  )
}

type BeforeLeavingProps = {
  bank: BankView
  legal: LegalView
  /** Last day of an authorisation granted today. */
  endsOn: string
  /** An existing connection to this bank. */
  connectionId: string | null
  /** Whether the bank's app opens automatically on a phone. */
  appToApp: boolean
}

const readable = ['list', 'balances', 'transactions', 'owners', 'overdrafts', 'identity'] as const
const unreadable = ['payments', 'savings', 'cards'] as const
const steps = ['authenticate', 'approve', 'choose'] as const

/**
 * Everything a person should know before the bank's page opens: who, what, why, how long, how to undo. What happens
 * next and the button fit on a phone's first screen; the other points follow in rows that open for details.
 */
function BeforeLeaving({ bank, legal, endsOn, connectionId, appToApp }: BeforeLeavingProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2 lg:gap-8">
      <Departure bank={bank} connectionId={connectionId} appToApp={appToApp} />
      <Facts bank={bank} legal={legal} endsOn={endsOn} />
    </div>
  )
}

/** The bank's address, what happens next, and the button: a plain form that needs no JavaScript. */
function Departure({ bank, connectionId, appToApp }: Pick<BeforeLeavingProps, 'bank' | 'connectionId' | 'appToApp'>) {
  const t = useTranslations('link.before')
  const name = nameBank(bank.name)
  return (
    <Card aria-labelledby="steps-title" className="grid grid-cols-1 gap-4">
      <div>
        <h2 id="steps-title" className="font-semibold">
          {t('stepsTitle')}
        </h2>
        <NumberedSteps steps={steps.map(step => ({ key: step, text: t(`steps.${step}`, name) }))} />
      </div>
      <div className="rounded-xl bg-sunken px-4 py-3">
        <BankHost bank={bank} label={t('hostLabel')} />
      </div>
      {connectionId ? (
        <p className="text-[0.9375rem]">
          <strong className="block font-semibold">{t('connectedTitle', name)}</strong>
          {t('connectedText')}{' '}
          <a href={`/connections/${connectionId}`} className="link inline-flex min-h-6 items-center">
            {t('connectedLink')}
          </a>
        </p>
      ) : null}
      <PostForm action={`/link/${encodeURIComponent(bank.code)}/start`} className="grid grid-cols-1 gap-2">
        <Button type="submit" size="large" wide icon={<Icon name="external" className="size-4.5" />}>
          {t('start', name)}
        </Button>
        <ButtonLink href="/link" variant="quiet" wide>
          {t('cancel')}
        </ButtonLink>
      </PostForm>
      {appToApp ? <PhoneOffer bank={bank} /> : null}
    </Card>
  )
}

function Facts({ bank, legal, endsOn }: Pick<BeforeLeavingProps, 'bank' | 'legal' | 'endsOn'>) {
  const t = useTranslations('link.before')
  const locale = useLocale()
  const bold = (day: ReactNode) => <strong className="font-semibold whitespace-nowrap">{day}</strong>
  return (
    <Card titleId="facts-title" title={t('factsTitle')} flush>
      <div className="divide-y divide-line border-t border-line">
        <Fold icon="eye" title={t('whatTitle')} hint={t('whatLead')}>
          <Points
            icon={<Icon name="check" className="text-positive" />}
            points={readable.map(what => t(`what.${what}`))}
          />
        </Fold>
        <Fold icon="lock" title={t('notTitle')} hint={t('notHint')}>
          <Points
            icon={<Ban className="text-danger" strokeWidth={1.7} />}
            points={unreadable.map(what => t(`not.${what}`))}
          />
        </Fold>
        <Fold
          icon="clock"
          title={t('lengthTitle')}
          hint={t.rich('lengthHint', { date: formatDate(endsOn, locale), b: bold })}
        >
          <p>{t('lengthText')}</p>
          <p className="mt-2">{t('lengthFrequency')}</p>
        </Fold>
        <Fold icon="undo" title={t('undoTitle')} hint={t('undoHint')}>
          <ul className="grid list-disc gap-2 pl-5 marker:text-control">
            <li>{t('undo.change')}</li>
            <li>{t('undo.disconnect')}</li>
            <li>{t('undo.bank', nameBank(bank.name))}</li>
          </ul>
        </Fold>
        <Fold icon="shield" title={t('whoTitle')} hint={t('whoText', { ...legal })}>
          <LegalFacts legal={legal} />
        </Fold>
      </div>
    </Card>
  )
}

function Points({ icon, points }: { icon: ReactNode; points: readonly string[] }) {
  return (
    <ul className="grid gap-3">
      {points.map(point => (
        <li key={point} className="flex gap-3">
          <span aria-hidden="true" className="mt-1 shrink-0 [&>svg]:size-4.5">
            {icon}
          </span>
          <span>{point}</span>
        </li>
      ))}
    </ul>
  )
}

function LegalFacts({ legal }: { legal: LegalView }) {
  const t = useTranslations('link.before')
  return (
    <DescriptionList
      items={[
        { key: 'name', term: t('legalName'), value: legal.name },
        { key: 'authority', term: t('authority'), value: legal.authority },
        { key: 'authorisation', term: t('authorisation'), value: <span translate="no">{legal.authorisation}</span> },
        {
          key: 'register',
          term: t('register'),
          value: (
            <a href={legal.registerUrl} target="_blank" rel="noreferrer noopener" className="link">
              {t('registerLink')} <span className="text-soft">{t('newWindow')}</span>
            </a>
          ),
        },
        {
          key: 'contact',
          term: t('contact'),
          value: (
            <a href={`mailto:${legal.contact}`} className="link">
              {legal.contact}
            </a>
          ),
        },
      ]}
    />
  )
}

/**
 * The bank's app: a phone shows when it opens, a computer offers a QR code. A media query for the pointer decides, so that both
 * work without JavaScript and without guessing the browser.
 */
function PhoneOffer({ bank }: { bank: BankView }) {
  const t = useTranslations('phone')
  const name = nameBank(bank.name)
  return (
    <div className="border-line border-t pt-5">
      <p className="hidden text-sm text-soft pointer-coarse:block">{t('here', name)}</p>
      <PostForm action={`/link/${encodeURIComponent(bank.code)}/phone`} className="grid gap-3 pointer-coarse:hidden">
        <div className="flex gap-3">
          <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
          <div>
            <h2 className="font-semibold">{t('offerTitle')}</h2>
            <p className="text-sm text-soft">{t('offerText', name)}</p>
          </div>
        </div>
        <Button type="submit" variant="secondary" wide>
          {t('offerAction')}
        </Button>
      </PostForm>
    </div>
  )
}
