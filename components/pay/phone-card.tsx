import { useTranslations } from 'next-intl'
import { QrCode } from '#components/phone/qr-code.tsx'
import { Icon } from '#components/ui/icon.tsx'

/** The same page on the phone, where the bank's app is. Not offered on a phone. */
export function PhoneCard({ address }: { address: string }) {
  const t = useTranslations('pay.phone')
  return (
    <details className="hidden rounded-2xl border border-line bg-surface p-5 sm:block pointer-coarse:hidden">
      <summary className="flex min-h-8 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="phone" />
        {t('title')}
      </summary>
      <p className="mt-2 mb-4 text-[0.9375rem] text-soft">{t('text')}</p>
      <div className="grid max-w-56 place-items-center">
        <QrCode text={address} label={t('label')} />
      </div>
    </details>
  )
}
