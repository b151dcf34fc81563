import { getTranslations } from 'next-intl/server'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { ReceiptProofCard } from '#components/transfers/receipt-proof.tsx'
import { now } from '#lib/clock.ts'
import { readReceiptProof } from '#lib/services/transfers/receipts.ts'

export const generateMetadata = titleOf('transfers.proof.title', { robots: { index: false }, referrer: 'no-referrer' })

/** Target of a receipt's QR code, for people without an account. */
export default openPage(async ({ part }) => {
  const publicId = part('publicId')
  const proof = part('proof')
  const t = await getTranslations('transfers.proof')
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-10 sm:px-8">
      <h1 className="mx-auto mb-6 max-w-xl text-[1.75rem] font-semibold">{t('title')}</h1>
      <ReceiptProofCard proof={await readReceiptProof(publicId, proof)} at={now().toISOString()} />
    </div>
  )
})
