import { getTranslations } from 'next-intl/server'
import { titleOf } from '#app/title-of.ts'
import { LogoMark } from '#components/brand/logo.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'

export const generateMetadata = titleOf('common.notFoundTitle')

/** A part of what every page sends: few elements. */
export default async function NotFound() {
  const t = await getTranslations()
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        level={1}
        picture={<LogoMark className="size-14" />}
        title={t('common.notFoundTitle')}
        action={
          <a href="/home" className={buttonClass()}>
            {t('errorPage.toHome')}
          </a>
        }
      >
        {t('common.notFoundText')}
      </EmptyState>
    </main>
  )
}
