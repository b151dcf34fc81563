'use client'

import './globals.css'
import { ErrorPage, readLanguage } from '#components/layout/error-page.tsx'

/** That of the page before. */
const readTheme = () => (typeof document === 'undefined' ? undefined : document.documentElement.dataset.theme)

/** Where no frame of a page is left, in the system's letters: it is part of every page's script. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang={readLanguage()} data-theme={readTheme()} suppressHydrationWarning>
      <body>
        <title>Guichet</title>
        <main id="content">
          <ErrorPage error={error} />
        </main>
      </body>
    </html>
  )
}
