import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { TransferSummary } from '#components/transfers/summary.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { banksByCode } from '#lib/services/transfers/payees.ts'
import { readDraft } from '#lib/services/transfers/send.ts'

export const generateMetadata = titleOf('transfers.summary.title')

export default userPage(async ({ session: { userId }, part, query }) => {
  const draftId = part('draftId')
  const draft = await readDraft({ userId }, draftId)
  if (draft.orderId) redirect(`/transfers/${draft.orderId}`)
  if (draft.plan === null) redirect(`/transfers/new?draft=${draft.id}&check=1`)
  const [banks, t] = await Promise.all([banksByCode(), getTranslations('transfers')])
  const payeeBank = banks.get(readTypedIban(draft.plan.creditor.iban).bankCode ?? '') ?? null
  const steps = [
    { href: '/transfers', label: t('title') },
    { href: `/transfers/new?draft=${draft.id}`, label: t('form.title') },
  ]
  return (
    <>
      <PageHeader title={t('summary.title')} lead={t('summary.lead', nameBank(draft.source.bank.name))} steps={steps} />
      <RefusalNote code={query.error} className="mb-6" />
      <TransferSummary {...draft} plan={draft.plan} draftId={draft.id} payeeBank={payeeBank} legal={readLegal()} />
    </>
  )
})
