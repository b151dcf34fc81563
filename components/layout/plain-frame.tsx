import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo, LogoMark } from '#components/brand/logo.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { Link } from '#components/ui/link.tsx'
import type { LegalView } from '#lib/views/banking.ts'
import { LanguageForm } from './preference-forms.tsx'
import { SkipLink } from './skip-link.tsx'

/** The frame of public pages: logo, language, and the operator's legal details. */
export function PlainFrame({ legal, main, children }: { legal: LegalView; main: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-4 py-4 sm:px-8">
        <Link href="/" className="inline-flex min-h-11 items-center">
          <Logo />
        </Link>
        <LanguageForm compact />
      </header>
      <main id="content" tabIndex={-1} className={`flex-1 px-4 pb-20 outline-none ${main}`}>
        <ClientWords areas={['common']}>{children}</ClientWords>
      </main>
      <SiteFooter legal={legal} />
    </div>
  )
}

/** Who we are and under which authorisation, on every public page. */
export function SiteFooter({ legal }: { legal: LegalView }) {
  const t = useTranslations('site.footer')
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-5 px-4 py-10 text-sm text-soft sm:px-8 md:grid-cols-[auto_1fr_auto] md:gap-8">
        <LogoMark className="size-9" />
        <div className="grid max-w-2xl gap-2">
          <p>{t('authorised', { name: legal.name, authorisation: legal.authorisation, authority: legal.authority })}</p>
          <p>{t('sandbox')}</p>
        </div>
        <ul className="grid content-start gap-1 md:justify-items-end">
          <li>
            <a href={legal.registerUrl} rel="noreferrer" className="link inline-flex min-h-8 items-center">
              {t('check')}
            </a>
          </li>
          <li>
            <a href="/status" className="link inline-flex min-h-8 items-center">
              {t('status')}
            </a>
          </li>
          <li>
            <a href={`mailto:${legal.contact}`} className="link inline-flex min-h-8 items-center">
              {t('contact')}
            </a>
          </li>
        </ul>
      </div>
    </footer>
  )
}
