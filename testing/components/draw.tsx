import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { messages } from '#components/i18n/messages.ts'

/** A bank as passed to pages. */
export const littoral = {
  code: '19870',
  name: 'Banque du Littoral',
  group: 'Groupe Rivages',
  bic: 'RIVLFRPP',
  brandColor: '#0B3C6F',
  brandInk: '#ffffff',
  initials: 'BL',
  logo: null,
  city: null,
  supports: ['accounts', 'payments'],
  host: '19870.bank.example',
}

/** The first render of a component in that language; a missing message fails the test. */
export function draw(locale: 'fr' | 'en', element: ReactNode): string {
  return renderToStaticMarkup(
    <NextIntlClientProvider
      locale={locale}
      messages={messages[locale]}
      timeZone="Europe/Paris"
      onError={error => {
        throw error
      }}
    >
      <QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>
    </NextIntlClientProvider>,
  )
}

/** Its text, without tags and quote entities. */
export function drawText(locale: 'fr' | 'en', element: ReactNode): string {
  return draw(locale, element)
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
}
