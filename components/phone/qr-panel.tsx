import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { QrCode } from './qr-code.tsx'

const conditions = ['installed', 'opened', 'retail'] as const

/** The QR code with its words: what it does, for how long, when the bank's app opens (document 1, App-to-app activation). */
export function QrPanel({ address, expiresAt }: { address: string | null; expiresAt: string }) {
  const t = useTranslations('phone')
  const locale = useLocale()
  if (address === null) return <Alert>{t('elsewhere')}</Alert>
  return (
    <div className="grid gap-6 sm:grid-cols-[18rem_minmax(0,1fr)] sm:items-start">
      <QrCode text={address} label={t('qrLabel')} />
      <div className="grid gap-4">
        <p className="text-lg font-medium">{t('scan')}</p>
        <p>{t('validUntil', { time: formatDate(expiresAt, locale, 'time') })}</p>
        <div>
          <p className="font-semibold">{t('conditionsTitle')}</p>
          <ul className="mt-1 list-disc pl-5 marker:text-control">
            {conditions.map(condition => (
              <li key={condition}>{t(`conditions.${condition}`)}</li>
            ))}
          </ul>
          <p className="mt-2 text-soft">{t('conditionsElse')}</p>
        </div>
        <Alert tone="warning">{t('private')}</Alert>
        <Disclosure title={t('manual')}>
          <p className="wrap-anywhere mt-2 rounded-xl bg-sunken p-3 text-sm" translate="no">
            {address}
          </p>
        </Disclosure>
      </div>
    </div>
  )
}
