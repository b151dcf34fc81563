import { expect, test } from 'vitest'
import { apiErrorCodes } from '#lib/views/v1/errors.ts'
import { draw } from '#testing/components/draw.tsx'
import { ErrorCatalogue, ErrorPage } from './error-catalogue.tsx'

test.each([
  ['fr', 'L’adresse est une adresse IP', 'Donnez à votre serveur un nom d’hôte'],
  ['en', 'The address names an IP address', 'Give the endpoint a host name'],
] as const)('in %s: every code is listed, and a page says cause and remedy', (locale, title, remedy) => {
  const list = draw(locale, <ErrorCatalogue />)
  for (const code of apiErrorCodes) expect(list).toContain(`href="/docs/api/errors/${code}"`)
  expect(list).toContain(title)
  const page = draw(locale, <ErrorPage code="url_ip_literal" />)
  expect(page).toContain(remedy)
  // The answer itself is in English for everybody.
  expect(page).toContain('The address names an IP address')
})
