import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { banks } from '#sandbox/banks.ts'
import { listOutcomes } from '#sandbox/desk/outcomes.ts'
import { pathOf, sections } from '#sandbox/desk/page-parts.ts'
import { catalogue } from '#sandbox/people/catalogue.ts'
import { frenchWords } from '#sandbox/reference/french-words.ts'
import { texts } from '#sandbox/texts/catalogue.ts'
import { flatten } from './test-texts.ts'
import { openTestBank, type TestBank, Visitor, Walk } from './test-visitor.ts'

/** Spaces at which a line must not break, and typewriter quotation marks and apostrophes. */
const slips = / [:;!?»%€]|« |\d \d{3}(?!\d)|\p{L}'\p{L}/gu

const slipsOf = (text: string) =>
  [...text.matchAll(slips)].map(({ index }) => text.slice(Math.max(0, index - 20), index + 6))

test.each([
  ['pages', texts.fr],
  ['words of the reference', frenchWords],
  ['people', catalogue.map(({ story }) => story.fr)],
  ['amounts', listOutcomes().amounts.map(({ meaning }) => meaning.fr)],
  ['situations', listOutcomes().situations.map(({ how }) => how.fr)],
])('every French sentence is set as French is: %s', (_name, texts) => {
  const sentences = flatten(texts)
  expect(sentences.length).toBeGreaterThan(0)
  for (const [path, text] of sentences) expect([path, slipsOf(text)]).toEqual([path, []])
})

describe('on the pages themselves', () => {
  let bank: TestBank
  beforeAll(async () => {
    bank = await openTestBank()
  })
  afterAll(() => bank.close())

  const bankNames = new RegExp(banks.map(({ name }) => name).join('|'), 'g')

  // Not French prose: code, addresses, data shown as received, text marked as English.
  const proseOf = (html: string): string =>
    html
      .replace(/<(pre|code|script|style|title)\b[\s\S]*?<\/\1>/g, '·')
      .replace(/<(\w+)[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, '·')
      .replace(/<[^>]+>/g, '\n')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll(bankNames, '·')

  const deskPages = sections.map(section => `${pathOf(section)}?person=camille-bernard`)
  const groupPages = ['/', '/reference', '/reference/account-information', ...deskPages]
  test.each([
    ...groupPages.map(path => ['sandbox.localhost', path]),
    ...banks.map(({ code }) => [`${code}.sandbox.localhost`, '/']),
    ['19870.sandbox.localhost', '/phone'],
    ['19870.sandbox.localhost', '/nowhere'],
  ])('%s%s', async (host, path) => {
    const page = await new Visitor(bank, host).get(path, { 'accept-language': 'fr' })
    expect(page.text).toContain('<html lang="fr">')
    expect(slipsOf(proseOf(page.text))).toEqual([])
  })

  test('a whole authorization', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    const seen = [await walk.page()]
    await walk.reach('password')
    seen.push(await walk.page())
    await walk.press('password', { password: '135790' })
    seen.push(await walk.page())
    await walk.pressCode()
    seen.push(await walk.page())
    for (const { text } of seen) {
      expect(text).toContain('<html lang="fr">')
      expect(slipsOf(proseOf(text))).toEqual([])
    }
  })
})
