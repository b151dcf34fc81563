import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { LanguageForm } from '#components/layout/preference-forms.tsx'
import { SkipLink } from '#components/layout/skip-link.tsx'
import type { LegalView } from '#lib/views/banking.ts'

/** The frame of payers' pages: our name, the language, and the legal details at the bottom. Has no links to the rest of the site. */
export function PayShell({ legal, children }: { legal: LegalView; children: ReactNode }) {
  const t = useTranslations('pay')
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-5xl items-center justify-between gap-4 px-4 py-4 sm:px-8 print:hidden">
        <span className="flex flex-wrap items-center gap-x-4">
          <Logo />
          <span className="hidden text-sm text-soft sm:inline">{t('shell.label')}</span>
        </span>
        <LanguageForm compact />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl flex-1 px-4 pt-2 pb-16 outline-none sm:px-8 sm:pt-8 print:p-0"
      >
        {children}
      </main>
      <footer className="border-t border-line print:hidden">
        <p className="mx-auto max-w-5xl px-4 py-6 text-sm text-soft sm:px-8">
          {t('legal.whoText', { name: legal.name, authorisation: legal.authorisation, authority: legal.authority })}{' '}
          <a href={`mailto:${legal.contact}`} className="link inline-flex min-h-6 items-center">
            {legal.contact}
          </a>
        </p>
      </footer>
    </div>
  )
}
