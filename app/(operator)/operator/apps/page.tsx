import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AppClientTable, AppKindTable } from '#components/operator/app-table.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { countAppKinds, listAppClients } from '#lib/services/operator/apps.ts'

export const generateMetadata = titleOf('operatorApps.title')

export default operatorPage(async ({ operator }) => {
  const [t, merchants, clients, kinds] = await Promise.all([
    getTranslations('operatorApps'),
    getTranslations('operatorMerchants'),
    listAppClients(operator),
    countAppKinds(operator),
  ])
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        steps={[{ href: '/operator/merchants', label: merchants('title') }]}
      />
      <div className="stack gap-6">
        <AppClientTable clients={clients} />
        <section aria-labelledby="kinds-title">
          <h2 id="kinds-title" className="mb-3 text-lg font-semibold">
            {t('kinds.title')}
          </h2>
          <AppKindTable kinds={kinds} />
        </section>
      </div>
    </>
  )
})
