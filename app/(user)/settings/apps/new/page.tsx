import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AppForm } from '#components/apps/form.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listOffers, readChosen } from '#lib/services/apps/allow.ts'
import { lastTyped } from '#lib/session.ts'

export const generateMetadata = titleOf('apps.share')

export default userPage(async ({ session, one }) => {
  const [error, from] = [one('error'), one('from')]
  const t = await getTranslations('apps')
  const chosen = from === null ? null : await readChosen(session, from)
  const { rows, typed } = chosen ?? {
    rows: await listOffers(session),
    typed: error === null ? {} : await lastTyped(),
  }
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t('share')}
        lead={t('form.lead')}
        steps={[
          { href: '/settings', label: t('settings') },
          { href: '/settings/apps', label: t('title') },
        ]}
      />
      {rows.length > 0 ? (
        <AppForm
          action="/settings/apps/propose"
          back="/settings/apps"
          rows={rows}
          typed={typed}
          error={error}
          field={one('field')}
          keepsName={false}
        />
      ) : (
        <EmptyState title={t('form.noneTitle')} action={<ButtonLink href="/link">{t('form.link')}</ButtonLink>}>
          {t('form.none')}
        </EmptyState>
      )}
    </div>
  )
})
