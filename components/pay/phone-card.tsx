import { useTranslations } from 'next-intl'
import { QrCode } from '#components/phone/qr-code.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'

/** The same page on the phone, where the bank's app is. Not offered on a phone. */
export function PhoneCard({ address }: { address: string }) {
  const t = useTranslations('pay.phone')
  return (
    <Disclosure
      title={
        <span className="flex items-center gap-2">
          <Icon name="phone" />
          {t('title')}
        </span>
      }
      className="hidden rounded-2xl border border-line bg-surface px-5 py-3 sm:block pointer-coarse:hidden"
    >
      <p className="mt-2 mb-4 text-[0.9375rem] text-soft">{t('text')}</p>
      <div className="grid max-w-56 place-items-center">
        <QrCode text={address} label={t('label')} />
      </div>
    </Disclosure>
  )
}
