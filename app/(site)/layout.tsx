import type { ReactNode } from 'react'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { SiteFooter } from '#components/layout/site-footer.tsx'
import { SiteHeader } from '#components/layout/site-header.tsx'
import { SkipLink } from '#components/layout/skip-link.tsx'
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
