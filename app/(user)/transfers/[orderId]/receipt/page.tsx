import { orNotFound } from '#app/or-not-found.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { TransferReceipt } from '#components/transfers/receipt.tsx'
import { now } from '#lib/clock.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { readReceipt } from '#lib/services/transfers/receipts.ts'
import { requireSession } from '#lib/session.ts'

export const generateMetadata = titleOf('transfers.receipt.title')

export default async function ReceiptPage({ params }: { params: Promise<unknown> }) {
  const { userId } = await requireSession()
  const receipt = await orNotFound(readReceipt(userId, (await pathOf(params, 'orderId')).orderId))
  return <TransferReceipt {...receipt} legal={readLegal()} at={now().toISOString()} />
}
