import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { Arrangement } from '#components/accounts/arrangement.tsx'
import { Holdings } from '#components/accounts/holdings.tsx'
import { RefusalNote } from '#components/failures/told.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readArrangement } from '#lib/services/accounts/arrangement.ts'
import { lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('arrange.title')

export default userPage(async ({ session: { userId }, one }) => {
  const [{ accounts, totals, holdings, wealth }, typed, t] = await Promise.all([
    readArrangement({ userId }),
    lastTyped(),
    getTranslations('arrange'),
  ])
  const field = one('field')
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={t('pageLead')} steps={[{ href: '/home', label: t('home') }]} />
      <div className="grid grid-cols-1 gap-6">
        {field === null || field === 'count' ? <RefusalNote code={one('error')} /> : null}
        {accounts.length > 0 ? (
          <Arrangement accounts={accounts} totals={totals} saved={one('saved')} />
        ) : (
          <EmptyState title={t('none')} action={<ButtonLink href="/link">{t('link')}</ButtonLink>} />
        )}
        <Holdings holdings={holdings} wealth={wealth} fault={field === null ? null : { field, typed }} />
      </div>
    </div>
  )
})
