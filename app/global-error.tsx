'use client'

import './globals.css'
import { ErrorPage, readLanguage } from '#components/layout/error-page.tsx'
import { fontClass } from './fonts.ts'

/** Where no frame of a page is left. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang={readLanguage()} className={fontClass} suppressHydrationWarning>
      <body>
        <title>Guichet</title>
        <ErrorPage error={error} />
      </body>
    </html>
  )
}
