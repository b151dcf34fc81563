import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { SiteFooter } from '#components/layout/plain-frame.tsx'
import { LanguageForm } from '#components/layout/preference-forms.tsx'
import { SkipLink } from '#components/layout/skip-link.tsx'
import { ButtonAnchor } from '#components/ui/button.tsx'
import { readLegal } from '#lib/services/people/legal.ts'
import { currentSession } from '#lib/session.ts'

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const session = await currentSession()
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <SkipLink />
      <SiteHeader signedIn={session !== null} />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <ClientWords areas={['common']}>{children}</ClientWords>
      </main>
      <SiteFooter legal={readLegal()} />
    </div>
  )
}

function SiteHeader({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('site')
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-4 sm:px-8">
      <a href="/" className="inline-flex min-h-11 items-center">
        <Logo />
      </a>
      <nav aria-label={t('navigation')} className="flex items-center gap-2">
        <LanguageForm compact className="mr-1" />
        {signedIn ? (
          <ButtonAnchor href="/home">{t('toApp')}</ButtonAnchor>
        ) : (
          <>
            <ButtonAnchor href="/signin" variant="quiet" className="whitespace-nowrap">
              {t('signIn')}
            </ButtonAnchor>
            <span className="hidden sm:block">
              <ButtonAnchor href="/signup">{t('signUp')}</ButtonAnchor>
            </span>
          </>
        )}
      </nav>
    </header>
  )
}
