import { getTranslations } from 'next-intl/server'
import { PageNotFound } from '#components/layout/page-not-found.tsx'

export async function generateMetadata() {
  return { title: (await getTranslations('common'))('notFoundTitle') }
}

export default async function NotFound() {
  const t = await getTranslations('common')
  return <PageNotFound title={t('notFoundTitle')} text={t('notFoundText')} toHome={t('toHome')} />
}
