import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { useList } from '#components/format/use-list.ts'
import { DeletedList, KeptList } from '#components/settings/erased-lists.tsx'
import { PostForm } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { ErasurePreview } from '#lib/domain/people/erasure.ts'
import { previewErasure } from '#lib/services/data-rights/erase-everything.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('leaving.erase.title')

export default userPage(async ({ session, query: { error } }) => {
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/erase')
  return <ErasePanel preview={await previewErasure(session)} error={typeof error === 'string' ? error : null} />
})

/** What is deleted, who is informed, what is kept; then a box and a button. A plain form: it works without JavaScript. */
function ErasePanel({ preview, error }: { preview: ErasurePreview; error: string | null }) {
  const t = useTranslations('leaving.erase')
  const list = useList()
  const { banks, closes, deleted, kept } = preview
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      {error ? (
        <Alert tone="danger" announce="assertive" className="mb-6">
          {t(error === 'not_understood' ? 'notUnderstood' : 'failed')}
        </Alert>
      ) : null}
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <Card titleId="erase-deleted" title={t('deletedTitle')}>
          <DeletedList deleted={deleted} />
        </Card>
        <div className="grid content-start gap-5">
          <Card titleId="erase-banks" title={t('banksTitle')}>
            <p className="mt-2">{banks.length > 0 ? t('banks', { list: list(banks) }) : t('banksNone')}</p>
          </Card>
          <Card titleId="erase-kept" title={t('keptTitle')}>
            <KeptList kept={kept} />
          </Card>
        </div>
      </div>
      {closes.length === 0 ? null : (
        <Alert tone="warning" className="mt-5">
          {t('closes', { count: closes.length, list: list(closes) })}
        </Alert>
      )}
      <Alert className="mt-5" action={<ExportLink label={t('exportFirst')} />}>
        {t('exportHint')}
      </Alert>
      <PostForm action="/settings/erase/start" className="mt-6">
        <Checkbox name="understood" value="yes" required label={t('understood')} />
        <div className="mt-5 flex flex-col-reverse gap-3 sm:flex-row">
          <ButtonLink href="/settings" variant="secondary">
            {t('cancel')}
          </ButtonLink>
          <button type="submit" className={buttonClass({ variant: 'destroy' })}>
            {t('submit')}
          </button>
        </div>
      </PostForm>
    </div>
  )
}

/** A download rather than a page, so a plain link without the router. */
function ExportLink({ label }: { label: string }) {
  return (
    <a href="/settings/export" className={buttonClass({ variant: 'secondary', size: 'small' })}>
      {label}
    </a>
  )
}
