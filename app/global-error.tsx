'use client'

import './globals.css'
import { ErrorPage, readLanguage } from '#components/layout/error-page.tsx'
import { fontClass } from './fonts.ts'

/** That of the page before. */
const readTheme = () => (typeof document === 'undefined' ? undefined : document.documentElement.dataset.theme)

/** Where no frame of a page is left. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang={readLanguage()} data-theme={readTheme()} className={fontClass} suppressHydrationWarning>
      <body>
        <title>Guichet</title>
        <main id="content">
          <ErrorPage error={error} />
        </main>
      </body>
    </html>
  )
}
