import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { Link } from '#components/ui/link.tsx'
import type { LegalView } from '#lib/views/banking.ts'
import { LanguageForm } from './preference-forms.tsx'
import { SiteFooter } from './site-footer.tsx'
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
