import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Logo } from '#components/brand/logo.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { LanguageForm } from './preference-forms.tsx'

export function SiteHeader({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('site')
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-4 sm:px-8">
      <Link href="/" className="inline-flex min-h-11 items-center">
        <Logo />
      </Link>
      <nav aria-label={t('navigation')} className="flex items-center gap-2">
        <LanguageForm compact className="mr-1" />
        {signedIn ? (
          <ButtonLink href="/home">{t('toApp')}</ButtonLink>
        ) : (
          <>
            <ButtonLink href="/signin" variant="quiet" className="whitespace-nowrap">
              {t('signIn')}
            </ButtonLink>
            <span className="hidden sm:block">
              <ButtonLink href="/signup">{t('signUp')}</ButtonLink>
            </span>
          </>
        )}
      </nav>
    </header>
  )
}
