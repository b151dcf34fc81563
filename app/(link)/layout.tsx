import Link from 'next/link'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { LanguageForm } from '#components/layout/preference-forms.tsx'
import { SiteFooter } from '#components/layout/site-footer.tsx'
import { SkipLink } from '#components/layout/skip-link.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

/** Where a bank sends people back to, signed in or not. */
export default function LinkLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-4 py-4 sm:px-8">
        <Link href="/" className="inline-flex min-h-11 items-center">
          <Logo />
        </Link>
        <LanguageForm compact />
      </header>
      <main id="content" tabIndex={-1} className="flex-1 px-4 pt-4 pb-20 outline-none sm:px-8 sm:pt-12">
        <ClientWords areas={['common']}>{children}</ClientWords>
      </main>
      <SiteFooter legal={readLegal()} />
    </div>
  )
}
