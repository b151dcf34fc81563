import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { pathOf } from '#app/read-request.ts'
import { PhoneGate, PhoneGone } from '#components/phone/gate.tsx'
import { readForPhone } from '#lib/services/connections/app-to-app.ts'

type PhonePageProps = { params: Promise<unknown> }

export async function generateMetadata({ params }: PhonePageProps): Promise<Metadata> {
  const [asked, t] = await Promise.all([
    readForPhone((await pathOf(params, 'token')).token),
    getTranslations('phone.onPhone'),
  ])
  const title = asked ? t('metaTitle', { bank: asked.bank.name }) : t('goneTitle')
  return { title, referrer: 'no-referrer', robots: { index: false } }
}

/** Target of the QR code. Loading it changes nothing, because cameras and messengers load it too. */
export default async function PhonePage({ params }: PhonePageProps) {
  const { token } = await pathOf(params, 'token')
  const asked = await readForPhone(token)
  return asked ? <PhoneGate asked={asked} action={`/phone/${encodeURIComponent(token)}/start`} /> : <PhoneGone />
}
