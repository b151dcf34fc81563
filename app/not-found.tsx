import { getTranslations } from 'next-intl/server'
import { LogoMark } from '#components/brand/logo.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'

export async function generateMetadata() {
  return { title: (await getTranslations('common'))('notFoundTitle') }
}

export default async function NotFound() {
  const t = await getTranslations('common')
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        level={1}
        picture={<LogoMark className="size-14" />}
        title={t('notFoundTitle')}
        action={
          <a href="/home" className={buttonClass()}>
            {t('toHome')}
          </a>
        }
      >
        {t('notFoundText')}
      </EmptyState>
    </main>
  )
}
