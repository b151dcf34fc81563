import { Ban } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatDate } from '#components/format/date-text.ts'
import { PhoneOffer } from '#components/phone/phone-offer.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { NumberedSteps } from '#components/ui/numbered-steps.tsx'
import type { BankView, LegalView } from '#lib/domain/views.ts'
import { BankHost } from './bank-host.tsx'

type BeforeLeavingProps = {
  bank: BankView
  legal: LegalView
  /** Last day of an access given today. */
  endsOn: string
  /** A connection to this bank that is there already. */
  connectionId: string | null
  /** The bank's app opens by itself on a phone. */
  appToApp: boolean
}

const readable = ['list', 'balances', 'transactions', 'owners', 'overdrafts', 'identity'] as const
const unreadable = ['credentials', 'payments', 'savings', 'cards'] as const
const steps = ['leave', 'authenticate', 'approve', 'choose', 'read'] as const

/** Everything a person should know before the bank's page opens (product.md: who, what, why, how long, how to undo). */
export function BeforeLeaving({ bank, legal, endsOn, connectionId, appToApp }: BeforeLeavingProps) {
  const t = useTranslations('link.before')
  const locale = useLocale()
  const name = { bank: bank.name }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-10">
      <div className="grid grid-cols-1 gap-5">
        {connectionId ? (
          <Alert
            title={t('connectedTitle', name)}
            action={
              <ButtonLink href={`/connections/${connectionId}`} variant="secondary" size="small">
                {t('connectedLink')}
              </ButtonLink>
            }
          >
            {t('connectedText')}
          </Alert>
        ) : null}
        <Card aria-labelledby="what-title">
          <Heading id="what-title" icon={<Icon name="eye" />}>
            {t('whatTitle')}
          </Heading>
          <p className="mt-1 text-soft">{t('whatLead')}</p>
          <Points
            icon={<Icon name="check" className="text-positive" />}
            points={readable.map(what => t(`what.${what}`))}
          />
        </Card>
        <Card aria-labelledby="not-title">
          <Heading id="not-title" icon={<Icon name="lock" />}>
            {t('notTitle')}
          </Heading>
          <Points
            icon={<Ban className="text-danger" strokeWidth={1.7} />}
            points={unreadable.map(what => t(`not.${what}`))}
          />
        </Card>
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
          <Card aria-labelledby="length-title">
            <Heading id="length-title" icon={<Icon name="clock" />}>
              {t('lengthTitle')}
            </Heading>
            <p className="mt-2">
              {t.rich('lengthText', {
                date: formatDate(endsOn, locale),
                b: day => <strong className="font-semibold whitespace-nowrap">{day}</strong>,
              })}
            </p>
            <p className="mt-2 text-soft">{t('lengthFrequency')}</p>
          </Card>
          <Card aria-labelledby="undo-title">
            <Heading id="undo-title" icon={<Icon name="undo" />}>
              {t('undoTitle')}
            </Heading>
            <ul className="mt-2 grid list-disc gap-2 pl-5 marker:text-control">
              <li>{t('undo.change')}</li>
              <li>{t('undo.disconnect')}</li>
              <li>{t('undo.bank', name)}</li>
            </ul>
          </Card>
        </div>
        <Card aria-labelledby="who-title">
          <Heading id="who-title" icon={<Icon name="shield" />}>
            {t('whoTitle')}
          </Heading>
          <p className="mt-2 text-soft">{t('whoText')}</p>
          <LegalFacts legal={legal} />
        </Card>
      </div>
      <Departure bank={bank} appToApp={appToApp} />
    </div>
  )
}

function Heading({ id, icon, children }: { id: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <h2 id={id} className="flex items-center gap-2.5 text-lg font-semibold">
      {icon ? <span className="text-brand [&>svg]:size-5">{icon}</span> : null}
      {children}
    </h2>
  )
}

function Points({ icon, points }: { icon: ReactNode; points: readonly string[] }) {
  return (
    <ul className="mt-4 grid gap-3">
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
      className="mt-2"
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

/** Where one goes, what happens next, and the button: a plain form that needs no JavaScript. */
function Departure({ bank, appToApp }: { bank: BankView; appToApp: boolean }) {
  const t = useTranslations('link.before')
  return (
    <Card as="div" className="grid grid-cols-1 gap-5 lg:sticky lg:top-24">
      <BankHost bank={bank} label={t('hostLabel')} />
      <p className="-mt-2 text-sm text-soft">{t('hostHint')}</p>
      <div>
        <h2 className="font-semibold">{t('stepsTitle')}</h2>
        <NumberedSteps steps={steps.map(step => ({ key: step, text: t(`steps.${step}`, { bank: bank.name }) }))} />
      </div>
      <form method="post" action={`/link/${encodeURIComponent(bank.code)}/start`} className="grid grid-cols-1 gap-2">
        <Button type="submit" size="large" wide icon={<Icon name="external" className="size-4.5" />}>
          {t('start', { bank: bank.name })}
        </Button>
        <ButtonLink href="/link" variant="quiet" wide>
          {t('cancel')}
        </ButtonLink>
      </form>
      <p className="text-center text-sm text-soft">{t('tenMinutes')}</p>
      {appToApp ? <PhoneOffer bank={bank} /> : null}
    </Card>
  )
}
