import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AppForm } from '#components/apps/form.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readApp, readChosen } from '#lib/services/apps/allow.ts'

export const generateMetadata = titleOf('apps.change')

export default userPage(async ({ session, id, one }) => {
  const [app, t] = await Promise.all([readApp(session, id), getTranslations('apps')])
  const chosen = one('from') === null ? null : await readChosen(session, id)
  const { rows, typed } = chosen ?? { rows: app.rows, typed: { name: app.name } }
  return (
    <div className="max-w-3xl">
      <PageHeader
        title={t('change')}
        lead={<bdi>{app.name}</bdi>}
        steps={[
          { href: '/settings/apps', label: t('title') },
          { href: `/settings/apps/${id}`, label: app.name },
        ]}
      />
      <AppForm
        action={`/settings/apps/${id}/propose`}
        back={`/settings/apps/${id}`}
        rows={rows}
        typed={typed}
        error={one('error')}
        field={one('field')}
        changes={app}
        keepsName
      />
    </div>
  )
})
