import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { nullIf, openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { ReceiptSheet } from '#components/pay/receipt-sheet.tsx'
import { readReceipt } from '#lib/services/payments/receipt.ts'
import { currentSession } from '#lib/session.ts'

export const generateMetadata = titleOf('pay.receipt.metaTitle')

/** The payer's receipt; before there is one, redirects to the page with the payment's state. */
export default openPage(async ({ part }) => {
  const publicId = part('publicId')
  const path = `/pay/${encodeURIComponent(publicId)}`
  const userId = (await currentSession())?.userId ?? null
  const receipt = await readReceipt(publicId, userId).catch(nullIf('not_found'))
  if (receipt === null) redirect(`${path}/result`)
  const t = await getTranslations('pay.receipt')
  return (
    <ReceiptSheet receipt={receipt} title={t('title')} back={`${path}/result`} json={`/api/pay/${publicId}/receipt`} />
  )
})
