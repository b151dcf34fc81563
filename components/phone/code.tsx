import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { LinkNotice } from '#components/link/ending.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import type { LinkFlowView } from '#lib/views/banking.ts'

/** The phone that came back from the bank: the code for the computer, and who must never be told it. */
export function PhoneCode({ flow, code }: { flow: LinkFlowView; code: string }) {
  const t = useTranslations('phone.code')
  const locale = useLocale()
  const next = encodeURIComponent(`/link/resume/${flow.id}`)
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('title')}
      actions={
        <ButtonLink href={`/signin?next=${next}`} variant="quiet">
          {t('signIn')}
        </ButtonLink>
      }
    >
      <p className="text-lg">{t('text', { bank: flow.bank.name })}</p>
      <p className="rounded-2xl bg-sunken px-4 py-5 text-center">
        <span className="block text-sm text-soft">{t('label')}</span>
        <code className="tabular text-[2rem] font-semibold tracking-wider whitespace-nowrap" translate="no">
          {code}
        </code>
      </p>
      <Alert tone="warning">{t('warn')}</Alert>
      {flow.quarantinedUntil ? <p>{t('until', { time: formatDate(flow.quarantinedUntil, locale, 'time') })}</p> : null}
      <p className="text-soft">{t('close')}</p>
    </LinkNotice>
  )
}
