import { bankCodes, causeNamed } from '@guichet/stet/terms/cause.ts'
import { Building2, LifeBuoy, UserRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DateText } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Badge, Card, type Tone } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { failurePolicies, sentenceKeyOf } from '#lib/domain/bank/answer.ts'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { type Blame, type LinkFailure, linkBlame, withoutGrant } from '#lib/domain/refusals/failure.ts'
import type { BankView } from '#lib/views/banking.ts'

const blameTones: Record<Blame, Tone> = { person: 'neutral', bank: 'warning', us: 'danger' }
const blameIcons = { person: UserRound, bank: Building2, us: LifeBuoy }

type LinkEndingProps = {
  failure: LinkFailure
  bank: BankView | null
  bankError: string | null
  supportId: string | null
  connectionId: string | null
  /** Of the access that was to be renewed, while it lasts. */
  until: string | null
  signedIn: boolean
}

/** How a link flow ended without a connection: what happened, whose fault it was, and what to do now. */
export function LinkEnding({ failure, bank, bankError, supportId, connectionId, until, signedIn }: LinkEndingProps) {
  const t = useTranslations()
  const tResult = useTranslations('link.result')
  const name = nameBank(bank?.name ?? tResult('yourBank'))
  // A documented bank code is more precise than `bank_error`.
  const code = failure === 'bank_error' ? bankCodes.find(known => known === bankError) : undefined
  return (
    <LinkNotice
      bank={bank}
      badge={<BlameBadge failure={failure} bankError={bankError} />}
      title={t(code ? `failures.bankCodes.${code}.title` : `linkFailures.${failure}.title`)}
      actions={<NextSteps failure={failure} bank={bank} connectionId={connectionId} signedIn={signedIn} />}
    >
      <p className="text-lg">
        {code ? t(`failures.bankCodes.${code}.sentence`) : t(`linkFailures.${failure}.sentence`, name)}
        {withoutGrant.some(one => one === failure) && until === null ? ` ${tResult('nothingKept')}` : null}
      </p>
      {until === null ? null : (
        <p className="text-lg">{tResult.rich('unchanged', { date: () => <DateText value={until} /> })}</p>
      )}
      {bankError ? <BankSaid word={bankError} explained={code !== undefined} /> : null}
      <p>
        <span className="font-semibold">{t('failures.nextLabel')}</span>
        <br />
        {t(code ? `failures.bankCodes.${code}.next` : `linkFailures.${failure}.next`)}
      </p>
      {supportId ? <SupportNumber id={supportId} /> : null}
    </LinkNotice>
  )
}

type LinkNoticeProps = {
  bank: BankView | null
  badge?: ReactNode
  title: ReactNode
  children: ReactNode
  actions: ReactNode
}

/** A card in the middle of the page: the message about a link flow, and the next actions. */
export function LinkNotice({ bank, badge, title, children, actions }: LinkNoticeProps) {
  return (
    <Card as="article" className="mx-auto w-full max-w-2xl sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {bank ? (
          <p className="flex min-w-0 items-center gap-3">
            <BankLogo bank={bank} size="small" />
            <span className="wrap-anywhere font-medium">{bank.name}</span>
          </p>
        ) : (
          <span />
        )}
        {badge}
      </div>
      <h1 className="mt-6 text-[1.75rem] font-semibold sm:text-[2rem]">{title}</h1>
      <div className="mt-4 grid gap-4">{children}</div>
      <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
    </Card>
  )
}

/** A cause is more precise than `bank_error`: the bank may refuse what we or the person sent. */
function BlameBadge({ failure, bankError }: Pick<LinkEndingProps, 'failure' | 'bankError'>) {
  const t = useTranslations('failures.blame')
  const cause = failure === 'bank_error' ? causeNamed(bankError ?? '') : null
  const blame = cause ? failurePolicies[cause].blame : linkBlame[failure]
  if (blame === null) return null
  const Icon = blameIcons[blame]
  return (
    <Badge tone={blameTones[blame]}>
      <Icon aria-hidden="true" className="size-3.5" />
      {t(failure === 'refused_by_person' ? 'choice' : blame)}
    </Badge>
  )
}

/** The bank's own code, OAuth error or status, and its meaning; an unknown one is shown unchanged, as text. */
function BankSaid({ word, explained }: { word: string; explained: boolean }) {
  const t = useTranslations()
  const cause = causeNamed(word)
  return (
    <div className="rounded-xl bg-sunken px-4 py-3">
      <p className="text-sm text-soft">
        {t('failures.bankCodeLabel')}{' '}
        <code dir="auto" className="wrap-anywhere font-semibold text-ink" translate="no">
          {word.slice(0, 140)}
        </code>
      </p>
      {cause && !explained ? <p className="mt-1">{t(sentenceKeyOf(cause))}</p> : null}
    </div>
  )
}

export function SupportNumber({ id }: { id: string }) {
  const t = useTranslations('failures')
  return (
    <div className="rounded-xl bg-sunken px-4 py-3">
      <p className="text-sm text-soft">{t('supportIdLabel')}</p>
      <p className="wrap-anywhere font-semibold" translate="no">
        {id}
      </p>
      <p className="mt-1 text-sm text-soft">{t('supportIdHint')}</p>
    </div>
  )
}

type NextStepsProps = Pick<LinkEndingProps, 'failure' | 'bank' | 'connectionId' | 'signedIn'>

const endsAtConnections: readonly LinkFailure[] = ['already_used', 'other_login']

function NextSteps({ failure, bank, connectionId, signedIn }: NextStepsProps) {
  const t = useTranslations('link.result')
  const retry = bank ? (
    <ButtonLink
      key="retry"
      href={`/link/${bank.code}`}
      variant={endsAtConnections.includes(failure) ? 'secondary' : 'primary'}
    >
      {t('retry', nameBank(bank.name))}
    </ButtonLink>
  ) : null
  const connections = (
    <ButtonLink
      key="connections"
      href={connectionId ? `/connections/${connectionId}` : '/connections'}
      variant={endsAtConnections.includes(failure) ? 'primary' : 'secondary'}
    >
      {t('connections')}
    </ButtonLink>
  )
  if (endsAtConnections.includes(failure)) return [connections, retry]
  return (
    <>
      {retry}
      <ButtonLink href="/link" variant={bank ? 'secondary' : 'primary'}>
        {t(bank ? 'otherBank' : 'directory')}
      </ButtonLink>
      <ButtonLink href={signedIn ? '/home' : '/signin'} variant="quiet">
        {t(signedIn ? 'home' : 'signIn')}
      </ButtonLink>
    </>
  )
}
