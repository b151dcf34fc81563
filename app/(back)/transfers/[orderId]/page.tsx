import { getTranslations } from 'next-intl/server'
import { nullIf, openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { BackFromBank } from '#components/transfers/back-from-bank.tsx'
import { TransferResult } from '#components/transfers/result.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readTransfer } from '#lib/services/transfers/read.ts'
import { currentSession } from '#lib/session.ts'

export const generateMetadata = titleOf('transfers.result.factsTitle')

/** The page to which the bank redirects any browser: another person's transfer looks like an unknown one (C29). */
export default openPage(async ({ part, query }) => {
  const orderId = part('orderId')
  const [session, t] = await Promise.all([currentSession(), getTranslations('transfers')])
  const transfer = session && (await readTransfer(session, orderId).catch(nullIf('not_found')))
  if (transfer === null) return <BackFromBank orderId={orderId} name={session?.name ?? null} />
  const { order } = transfer
  const steps = [{ href: '/transfers', label: t('title') }]
  return (
    <ClientWords areas={['transfers']}>
      <PageHeader title={order.creditorName} steps={steps} />
      <RefusalNote code={query.error} className="mb-6" />
      <TransferResult transfer={transfer} bankName={order.bankName ?? ''} />
    </ClientWords>
  )
})
