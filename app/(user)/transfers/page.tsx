import { getTranslations } from 'next-intl/server'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { TransferList } from '#components/transfers/list.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listTransfers } from '#lib/services/transfers/read.ts'
import { requireSession } from '#lib/session.ts'

type TransfersPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('transfers.title')

export default async function TransfersPage({ searchParams }: TransfersPageProps) {
  const { userId } = await requireSession()
  const { after } = await queryOf(searchParams)
  const [list, t] = await Promise.all([
    listTransfers(userId, typeof after === 'string' ? after : null),
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
}
