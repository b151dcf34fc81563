import { ShieldQuestion } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { LinkFlowView } from '#lib/views/banking.ts'
import { LinkNotice } from './ending.tsx'

/**
 * The visitor of a link flow in quarantine. In the browser that returned from the bank: nobody signed in, the person who
 * started the flow, or somebody else. `elsewhere`: anybody in another browser, where nothing can be claimed (C9).
 */
export type QuarantineVisitor = 'nobody' | 'starter' | 'other' | 'elsewhere'

/** Shown if the bank redirected to a browser other than the initiator's: why we ask, and how to continue (C9). */
export function QuarantineNotice({ flow, visitor }: { flow: LinkFlowView; visitor: QuarantineVisitor }) {
  if (visitor === 'elsewhere') return <ElsewhereNotice flow={flow} />
  return visitor === 'starter' ? <ClaimNotice flow={flow} /> : <SignInNotice flow={flow} visitor={visitor} />
}

function SignInNotice({ flow, visitor }: { flow: LinkFlowView; visitor: QuarantineVisitor }) {
  const t = useTranslations('link.resume')
  const next = encodeURIComponent(`/link/resume/${flow.id}`)
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('title')}
      actions={
        <ButtonLink href={`/signin?next=${next}`} size="large">
          {t('signIn')}
        </ButtonLink>
      }
    >
      <p className="text-lg">{t('happened', { bank: flow.bank.name })}</p>
      {visitor === 'other' ? <Alert tone="warning">{t('signedInOther')}</Alert> : null}
      <div className="rounded-xl bg-sunken p-4">
        <h2 className="flex items-center gap-2 font-semibold">
          <ShieldQuestion aria-hidden="true" className="size-5 text-brand" />
          {t('whyTitle')}
        </h2>
        <p className="mt-1.5">{t('why')}</p>
        <p className="mt-2 text-soft">{t('happensApp')}</p>
      </div>
      <Deadline flow={flow} />
      <p className="text-soft">{t('signInHint')}</p>
      <p className="font-medium">{t('notYou')}</p>
    </LinkNotice>
  )
}

function ClaimNotice({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.resume')
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('claimTitle', { bank: flow.bank.name })}
      actions={
        <form method="post" action={`/link/resume/${flow.id}/claim`} className="flex flex-wrap gap-3">
          <Button type="submit" size="large">
            {t('claim')}
          </Button>
          <ButtonLink href="/home" size="large" variant="secondary">
            {t('decline')}
          </ButtonLink>
        </form>
      }
    >
      <p className="text-lg">{t('claimText')}</p>
      <Alert tone="warning">{t('claimCheck')}</Alert>
      <Deadline flow={flow} />
    </LinkNotice>
  )
}

function ElsewhereNotice({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.resume')
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('elsewhereTitle')}
      actions={
        <ButtonLink href={`/link/${flow.bank.code}`} variant="secondary">
          {t('elsewhereRestart')}
        </ButtonLink>
      }
    >
      <p className="text-lg">{t('elsewhereText', { bank: flow.bank.name })}</p>
      <p className="text-soft">{t('elsewhereWhy')}</p>
      <Deadline flow={flow} />
      <p className="font-medium">{t('notYou')}</p>
    </LinkNotice>
  )
}

function Deadline({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.resume')
  const locale = useLocale()
  if (!flow.quarantinedUntil) return null
  return <p>{t('until', { time: formatDate(flow.quarantinedUntil, locale, 'time') })}</p>
}
