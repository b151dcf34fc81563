import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AppList } from '#components/apps/pieces.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listApps } from '#lib/services/apps/allow.ts'

export const generateMetadata = titleOf('apps.title')

export default userPage(async ({ session }) => {
  const [apps, t] = await Promise.all([listApps(session), getTranslations('apps')])
  const share = <ButtonLink href="/settings/apps/new">{t('share')}</ButtonLink>
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        steps={[{ href: '/settings', label: t('settings') }]}
        actions={apps.length > 0 ? share : null}
      />
      {apps.length > 0 ? (
        <AppList apps={apps} />
      ) : (
        <EmptyState title={t('emptyTitle')} action={share}>
          {t('empty')}
        </EmptyState>
      )}
    </div>
  )
})
