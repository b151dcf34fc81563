import { useTranslations } from 'next-intl'
import { Logo } from '#components/brand/logo.tsx'
import { ButtonAnchor } from '#components/ui/button-anchor.tsx'
import { LanguageForm } from './preference-forms.tsx'

export function SiteHeader({ signedIn }: { signedIn: boolean }) {
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
