import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { TransferReceipt } from '#components/transfers/receipt.tsx'
import { now } from '#lib/clock.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { readReceipt } from '#lib/services/transfers/receipts.ts'

export const generateMetadata = titleOf('transfers.receipt.title')

export default userPage(async ({ session: { userId }, part }) => {
  const receipt = await readReceipt({ userId }, part('orderId'))
  return <TransferReceipt {...receipt} legal={readLegal()} at={now().toISOString()} />
})
