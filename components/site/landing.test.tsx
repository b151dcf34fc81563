import { readFileSync } from 'node:fs'
import { brandOf } from '@guichet/sandbox/html/brands.ts'
import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import { draw, drawText } from '#testing/components/draw.tsx'
import { Landing } from './landing.tsx'
import {
  accounts,
  answers,
  cormoran,
  future,
  glance,
  lines,
  littoral,
  namedLines,
  past,
  shopCall,
  total,
} from './sample.ts'

const landing = (signedIn: boolean, sandboxUrl: string | null = 'http://sandbox.localhost:8080/') => (
  <Landing signedIn={signedIn} today="2026-11-23" sandboxUrl={sandboxUrl} />
)

describe.each(['fr', 'en'] as const)('the public page in %s', locale => {
  test('has an entry for people, for shops and for bank testers', () => {
    const ways = (markup: string) => new Set(markup.match(/(?<=<a [^>]*href=")[^"#]+/g))
    const testers = 'http://sandbox.localhost:8080/'
    expect(ways(draw(locale, landing(false)))).toEqual(
      new Set(['/signup', '/signin', '/signup?next=/merchant', '/docs/api', testers]),
    )
    expect(ways(draw(locale, landing(true)))).toEqual(new Set(['/home', '/merchant', '/docs/api', testers]))
    expect(drawText(locale, landing(false, null)), 'a bank that is not here is no link').toContain('npm run sandbox')
  })

  test('leads to its own sections', () => {
    const markup = draw(locale, landing(false))
    const sections = [...markup.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)
    expect(sections).toEqual(['people', 'shops', 'testers'])
    for (const id of sections) expect(markup).toContain(`id="${id}"`)
  })

  test('its pictures are images with a description, and nothing in them can be focused', () => {
    const markup = draw(locale, landing(false))
    const { pictures } = messages[locale].site
    const labels = Object.values(pictures).map(({ label }) => label)
    expect(markup.match(/role="img" aria-label="/g)).toHaveLength(labels.length)
    expect(markup.match(/<div inert=""/g)).toHaveLength(labels.length)
    const text = draw(locale, landing(false)).replaceAll('&#x27;', '’')
    for (const label of labels) expect(text).toContain(label)
    const outside = markup.replace(/<div inert="">[\s\S]*?(?=<section|<nav|<article|<figure|$)/g, '')
    expect(outside).not.toMatch(/<input|<button/)
  })

  test('shows transactions by the names that the product derives from their labels', () => {
    const text = drawText(locale, landing(false))
    expect(namedLines.map(({ name }) => name)).toEqual(['Boulangerie Paul', 'EDF', 'SNCF', 'Atelier Haddad'])
    for (const { label } of lines) expect(text).toContain(label)
  })
})

test('the sample data adds up, and its code is that of the example shop', () => {
  const cents = (amount: string) => BigInt(amount.replace('.', ''))
  expect(accounts.reduce((sum, { amount }) => sum + cents(amount), 0n)).toBe(cents(total))
  expect(past.at(-1)?.amount).toBe(Number(total))
  expect(Number(glance.forecast?.amount)).toBe(future.at(-1)?.amount)
  const paid = past.find(({ amount }, at) => Number(amount) > Number(past[at - 1]?.amount ?? amount))
  expect(glance.payday?.day, 'a month after the last').toBe(`2026-12-${paid?.day}`)
  const squeeze = (code: string) => code.replace(/,\s*\}/g, ' }').replace(/\s+/g, ' ')
  expect(squeeze(readFileSync('examples/shop/shop.ts', 'utf8'))).toContain(squeeze(shopCall))
  expect(bankCodes).toEqual(expect.arrayContaining([...answers]))
})

test.each([
  ['19870', littoral],
  ['19873', cormoran],
])('the picture shows bank %s with the logo that the bank itself draws', (code, { logo }) => {
  const { mark, panel, accent } = brandOf(code)
  const shapes = String(mark)
    .replace(/^<svg[^>]*>/, '')
    .replace('class="m1"', `fill="${panel.from}"`)
    .replace('class="m2"', 'fill="#fff"')
    .replace('class="m3"', `fill="${accent}"`)
  expect(decodeURIComponent(logo)).toContain(shapes)
})
