import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { PayeeBook } from '#components/transfers/payee-book.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { banksByCode, listPayees } from '#lib/services/transfers/payees.ts'

export const generateMetadata = titleOf('transfers.book.title')

export default userPage(['failures', 'transfers', 'verification'], async ({ session: { userId } }) => {
  const [payees, banks, t] = await Promise.all([listPayees({ userId }), banksByCode(), getTranslations('transfers')])
  const steps = [{ href: '/transfers', label: t('title') }]
  return (
    <>
      <PageHeader title={t('book.title')} lead={t('book.lead')} steps={steps} />
      <PayeeBook payees={payees} banks={Object.fromEntries(banks)} />
    </>
  )
})
