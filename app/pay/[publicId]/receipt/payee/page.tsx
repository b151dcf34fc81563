import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { ReceiptSheet } from '#components/pay/receipt-sheet.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readPayeeReceipt } from '#lib/services/payments/receipt.ts'
import { requireSession } from '#lib/session.ts'

export const generateMetadata = titleOf('pay.receipt.payeeTitle')

/** The payee's copy, for members who may read payments. Not found for everybody else. */
export default openPage(async ({ part }) => {
  const { userId } = await requireSession()
  const publicId = part('publicId')
  const receipt = await readPayeeReceipt({ userId }, publicId).catch(noReceipt)
  if (receipt === null) notFound()
  const t = await getTranslations('pay.receipt')
  return <ReceiptSheet receipt={receipt} title={t('payeeTitle')} back={`/pay/${publicId}/result`} json={null} />
})

function noReceipt(error: unknown): null {
  if (error instanceof Refused && (error.code === 'not_found' || error.code === 'not_allowed')) return null
  throw error
}
