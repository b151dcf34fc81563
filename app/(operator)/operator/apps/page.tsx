import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AppClientTable } from '#components/operator/app-table.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listAppClients } from '#lib/services/operator/apps.ts'

export const generateMetadata = titleOf('operatorApps.title')

export default operatorPage(async ({ operator }) => {
  const [t, merchants, clients] = await Promise.all([
    getTranslations('operatorApps'),
    getTranslations('operatorMerchants'),
    listAppClients(operator),
  ])
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        steps={[{ href: '/operator/merchants', label: merchants('title') }]}
      />
      <AppClientTable clients={clients} />
    </>
  )
})
