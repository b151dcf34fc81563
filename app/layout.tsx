import './globals.css'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { FieldChecks } from '#components/layout/field-checks.tsx'
import { readTheme } from '#components/layout/read-theme.ts'
import { fontClass } from './fonts.ts'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('site')
  return {
    title: { default: t('metaTitle'), template: '%s · Guichet' },
    description: t('metaDescription'),
    icons: { icon: '/icon.svg', apple: '/apple-icon.png' },
    manifest: '/manifest.webmanifest',
    formatDetection: { telephone: false },
  }
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#faf7f1' },
    { media: '(prefers-color-scheme: dark)', color: '#121412' },
  ],
}

/** Reading the cookies makes every page dynamic, which the nonce of the content security policy needs. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const [locale, theme, t] = await Promise.all([getLocale(), readTheme(), getTranslations('common.checks')])
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const words = Object.fromEntries(
    (['fill', 'tick', 'choose', 'file', 'email', 'address', 'short', 'form'] as const).map(key => [key, t(key)]),
  )
  return (
    <html lang={locale} data-theme={theme} className={fontClass}>
      <body>
        <FieldChecks nonce={nonce} words={words} />
        {children}
      </body>
    </html>
  )
}
