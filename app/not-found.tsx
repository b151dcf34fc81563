import { getTranslations } from 'next-intl/server'
import { titleOf } from '#app/title-of.ts'
import { PageNotFound } from '#components/layout/page-not-found.tsx'

export const generateMetadata = titleOf('common.notFoundTitle')

export default async function NotFound() {
  const t = await getTranslations('common')
  return <PageNotFound title={t('notFoundTitle')} text={t('notFoundText')} toHome={t('toHome')} />
}
