import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { LanguageForm } from '#components/layout/preference-forms.tsx'
import { SkipLink } from '#components/layout/skip-link.tsx'
import type { LegalView } from '#lib/views/banking.ts'
import type { MerchantBrand } from '#lib/views/organisation.ts'
import { brandStyle, MerchantMark } from './merchant-mark.tsx'

type PayShellProps = {
  legal: LegalView
  /** Whose page it is; null where nobody is paid. */
  merchant: MerchantBrand | null
  children: ReactNode
}

/** The frame of payers' pages: whose they are, the language, and at the bottom who we are. Has no links to the rest of the site. */
export function PayShell({ legal, merchant, children }: PayShellProps) {
  const t = useTranslations('pay')
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-5xl items-center justify-between gap-4 px-4 py-3 sm:px-8 sm:py-4 print:hidden">
        {merchant === null ? <Logo /> : <MerchantMark merchant={merchant} />}
        <LanguageForm compact />
      </header>
      <main
        style={brandStyle(merchant?.colour ?? null)}
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-5xl flex-1 px-4 pt-1 pb-16 outline-none sm:px-8 sm:pt-6 print:p-0"
      >
        {children}
      </main>
      <footer className="border-t border-line print:hidden">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm text-soft sm:px-8">
          {merchant === null ? null : (
            <p className="flex items-center gap-3">
              {t('shell.label')}
              <Logo className="scale-75 -ml-4" />
            </p>
          )}
          <p>
            {t('legal.whoText', { name: legal.name, authorisation: legal.authorisation, authority: legal.authority })}{' '}
            <a href={`mailto:${legal.contact}`} className="link inline-flex min-h-6 items-center">
              {legal.contact}
            </a>
          </p>
        </div>
      </footer>
    </div>
  )
}
