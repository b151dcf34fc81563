import type { BankCertificateView } from '@guichet/stet/terms/certificate-sighting.ts'
import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/value.tsx'
import { Alert, type AlertTone, Badge, Card, DescriptionList } from '#components/ui/card.tsx'
import { alarmDays } from '#lib/domain/bank/certificate-alarm.ts'

const tones: Record<BankCertificateView['checked'], AlertTone> = {
  stapled: 'success',
  list: 'success',
  not_given: 'warning',
  unanswered: 'warning',
  revoked: 'danger',
}

/** The bank's certificate: how it was checked, and how long it is valid. */
export function BankCertificate({ certificate }: { certificate: BankCertificateView | null }) {
  const t = useTranslations('operator.certificate')
  return (
    <Card
      titleId="certificate-title"
      title={t('title')}
      text={certificate ? t('text') : t('none')}
      action={certificate ? <Badge tone={tones[certificate.checked]}>{t(`badge.${certificate.checked}`)}</Badge> : null}
    >
      {certificate ? <Facts certificate={certificate} /> : null}
    </Card>
  )
}

function Facts({ certificate }: { certificate: BankCertificateView }) {
  const t = useTranslations('operator.certificate')
  const { checked, daysLeft, serial, issuer, validTo, seenAt } = certificate
  const tone = tones[checked]
  return (
    <div className="mt-4 grid gap-4">
      {tone === 'success' ? <p>{t(`found.${checked}`)}</p> : <Alert tone={tone}>{t(`found.${checked}`)}</Alert>}
      {daysLeft <= alarmDays[0] ? (
        <Alert tone={daysLeft > 0 ? 'warning' : 'danger'}>
          {daysLeft > 0 ? t('ends', { days: daysLeft }) : t('over')}
        </Alert>
      ) : null}
      <DescriptionList
        className="text-[0.9375rem]"
        items={[
          { term: t('serial'), value: <code className="text-xs wrap-anywhere">{serial}</code> },
          { term: t('issuer'), value: issuer },
          { term: t('validTo'), value: <DateText value={validTo} /> },
          { term: t('seenAt'), value: <DateText value={seenAt} style="moment" /> },
        ]}
      />
    </div>
  )
}
