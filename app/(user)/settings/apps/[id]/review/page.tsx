import { redirect } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { useGrants } from '#components/apps/pieces.tsx'
import { RefusalNote } from '#components/failures/told.tsx'
import { formatDate } from '#components/format/text.ts'
import { Button, ButtonAnchor, PostForm } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readReview } from '#lib/services/apps/allow.ts'
import type { AppChangeView, AppReviewView } from '#lib/views/app.ts'

export const generateMetadata = titleOf('apps.review.title')

export default userPage(async ({ session, id, query }) => {
  const t = await getTranslations('apps.review')
  const review = await readReview(session, id).catch((error: unknown) => {
    // It was agreed to: back in the browser, or a second press.
    if (error instanceof Refused && error.code === 'not_found') redirect(`/settings/apps/${id}`)
    throw error
  })
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={<bdi>{review.name}</bdi>} />
      <RefusalNote code={query.error} className="mb-6" />
      <AppReview review={review} />
    </div>
  )
})

/** What a choice changes, before it is agreed to. */
function AppReview({ review }: { review: AppReviewView }) {
  const t = useTranslations('apps.review')
  const locale = useLocale()
  const { id, name, isFirst, denied, added, removed, accounts, historyFrom, until, hash } = review
  const history = historyFrom === null ? t('all') : t('since', { date: formatDate(historyFrom, locale, 'long') })
  return (
    <PostForm action={`/settings/apps/${id}/agree`} sends={{ hash }} className="grid gap-6">
      <Card as="div" className="grid gap-5">
        <Changes title={t('added')} sign="+" changes={added} />
        <Changes title={t('removed')} sign="−" changes={removed} />
        <p className="rounded-xl bg-brand-tint px-4 py-3 font-medium text-brand-ink">
          {t('summary', { name, count: accounts, date: formatDate(until, locale, 'long') })} {history}
        </p>
        <p className="text-sm text-soft">{t('never')}</p>
      </Card>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <ButtonAnchor
          href={denied ?? (isFirst ? `/settings/apps/new?from=${id}` : `/settings/apps/${id}/change?from=${id}`)}
          variant="secondary"
        >
          {t(denied === null ? 'back' : 'deny')}
        </ButtonAnchor>
        <Button type="submit">{t(isFirst ? 'agree' : 'change')}</Button>
      </div>
    </PostForm>
  )
}

function Changes({ title, sign, changes }: { title: string; sign: '+' | '−'; changes: readonly AppChangeView[] }) {
  const say = useGrants()
  if (changes.length === 0) return null
  return (
    <section>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2 divide-y divide-line rounded-xl border border-line">
        {changes.map(({ accountId, name, bankName, grants }) => (
          <li key={accountId} className="flex gap-3 px-4 py-3">
            <span aria-hidden="true" className={sign === '+' ? 'text-positive' : 'text-danger'}>
              {sign}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-medium">{name}</bdi> <span className="text-soft">{bankName}</span>
              <span className="block text-[0.9375rem]">{say(grants)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
