import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { metadataOf, openPage } from '#app/open-page.ts'
import { formatDate } from '#components/format/text.ts'
import { LinkNotice } from '#components/link/ending.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { readForPhone } from '#lib/services/connections/app-to-app.ts'
import type { PhoneView } from '#lib/views/handoff.ts'

export const generateMetadata = metadataOf(async ({ part }) => {
  const [asked, t] = await Promise.all([readForPhone(part('token')), getTranslations('phone.onPhone')])
  const title = asked ? t('metaTitle', nameBank(asked.bank.name)) : t('goneTitle')
  return { title, referrer: 'no-referrer', robots: { index: false } }
})

/** Target of the QR code. Loading it changes nothing, because cameras and messengers load it too. */
export default openPage(async ({ part }) => {
  const token = part('token')
  const asked = await readForPhone(token)
  return asked ? <PhoneGate asked={asked} action={`/phone/${encodeURIComponent(token)}/start`} /> : <PhoneGone />
})

/** The phone's page before the bank: who asked, and a warning about QR codes from somebody else. */
function PhoneGate({ asked, action }: { asked: PhoneView; action: string }) {
  const t = useTranslations('phone.onPhone')
  const locale = useLocale()
  const name = nameBank(asked.bank.name)
  return (
    <LinkNotice
      bank={asked.bank}
      title={t('title', name)}
      actions={
        <PostButton action={action} formClass="w-full" size="large" wide>
          {t('start', name)}
        </PostButton>
      }
    >
      <p className="text-lg">{t('asks', { asker: asked.asker })}</p>
      <Alert tone="warning" title={t('warnTitle')}>
        {t('warn')}
      </Alert>
      {asked.appToApp ? <p>{t('app', name)}</p> : null}
      <p className="text-soft">{t('until', { time: formatDate(asked.expiresAt, locale, 'time') })}</p>
    </LinkNotice>
  )
}

/** For a QR code that was used or cancelled, has expired, or is unknown. */
function PhoneGone() {
  const t = useTranslations('phone.onPhone')
  return (
    <LinkNotice bank={null} title={t('goneTitle')} actions={null}>
      <p className="text-lg">{t('goneText')}</p>
    </LinkNotice>
  )
}
