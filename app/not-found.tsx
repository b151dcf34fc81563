import { getTranslations } from 'next-intl/server'
import { titleOf } from '#app/title-of.ts'
import { PageNotFound } from '#components/layout/page-not-found.tsx'

export const generateMetadata = titleOf('common.notFoundTitle')

export default async function NotFound() {
  const t = await getTranslations()
  return (
    <PageNotFound title={t('common.notFoundTitle')} text={t('common.notFoundText')} toHome={t('errorPage.toHome')} />
  )
}
