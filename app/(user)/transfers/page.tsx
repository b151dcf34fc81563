import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { TransferList } from '#components/transfers/list.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listTransfers } from '#lib/services/transfers/read.ts'

export const generateMetadata = titleOf('transfers.title')

export default userPage(async ({ session: { userId }, query: { after } }) => {
  const [list, t] = await Promise.all([
    listTransfers({ userId }, typeof after === 'string' ? after : null),
    getTranslations('transfers'),
  ])
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        actions={
          <>
            <ButtonLink href="/transfers/payees" variant="secondary" icon={<Icon name="person" />}>
              {t('payeesLink')}
            </ButtonLink>
            <ButtonLink href="/transfers/new" icon={<Icon name="send" />}>
              {t('send')}
            </ButtonLink>
          </>
        }
      />
      <TransferList list={list} />
    </>
  )
})
