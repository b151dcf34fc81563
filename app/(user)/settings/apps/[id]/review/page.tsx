import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { AppReview } from '#components/apps/review.tsx'
import { RefusalNote } from '#components/failures/note.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readReview } from '#lib/services/apps/allow.ts'

export const generateMetadata = titleOf('apps.review.title')

export default userPage(async ({ session, id, query }) => {
  const [review, t] = await Promise.all([readReview(session, id), getTranslations('apps.review')])
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={<bdi>{review.name}</bdi>} />
      <RefusalNote code={query.error} className="mb-6" />
      <AppReview review={review} />
    </div>
  )
})
