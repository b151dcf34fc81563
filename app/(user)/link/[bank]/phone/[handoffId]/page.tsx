import { notFound } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { formatDate } from '#components/format/text.ts'
import { HandoffBoard } from '#components/phone/handoff-board.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { Alert } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { qrAddressOf, readHandoff } from '#lib/services/connections/app-to-app.ts'

export const generateMetadata = titleOf('phone.title', { referrer: 'no-referrer' })

/** The computer's page of a link flow that continues on a phone. */
export default userPage(['phone'], async ({ session, part, query }) => {
  const bank = part('bank')
  const handoffId = part('handoffId')
  const handoff = await readHandoff(session, handoffId).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
  if (!handoff || handoff.bank.code !== bank) notFound()
  const [address, t] = await Promise.all([qrAddressOf(session, handoffId), getTranslations('phone')])
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <HandoffBoard
        initial={handoff}
        qr={<QrPanel address={address} expiresAt={handoff.expiresAt} />}
        error={<RefusalNote code={query.error} />}
      />
    </>
  )
})

const conditions = ['installed', 'opened', 'retail'] as const

/** The QR code with its explanation: purpose, validity, when the bank's app opens (document 1, App-to-app activation). */
function QrPanel({ address, expiresAt }: { address: string | null; expiresAt: string }) {
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
