import { routes } from '@guichet/sandbox/interface/routes.ts'
import { interfaceDocuments } from '@guichet/sandbox/reference/documents.ts'
import { buildOpenApi } from '@guichet/sandbox/reference/openapi.ts'
import members from '@guichet/sandbox/texts/members.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { calls } from './calls.ts'
import { chapters } from './chapters/all.ts'
import glossary from './glossary.json' with { type: 'json' }
import { laws, sayLaw } from './laws.ts'
import { sayBoard } from './page.ts'
import passed from './passed.json' with { type: 'json' }
import { fillAct, fillText, knownAfter, type Person, type Text } from './story.ts'

const person: Person = {
  customerId: 'desk-1',
  bankCode: '19870',
  identifier: '12345678',
  bankPassword: '135790',
  email: 'visite@guichet.example',
  password: 'secret "quoted"',
  connectionId: '',
  payPath: '/l/1',
  sentUrl: 'http://19870.sandbox.localhost:8080/authorize',
  nextWeek: '2026-11-30',
}

describe.each(chapters)('chapter $id', chapter => {
  test('has at most twelve steps, each said in both languages', () => {
    expect(chapter.steps.length).toBeGreaterThan(1)
    expect(chapter.steps.length).toBeLessThanOrEqual(12)
    const texts: Text[] = [
      chapter.title,
      chapter.lead,
      ...chapter.steps.flatMap(({ title, who, proves, rule }) => [title, who, proves, rule]),
    ]
    for (const { fr, en } of texts) {
      expect(fr).not.toBe('')
      expect(en).not.toBe('')
      expect(fr, 'French apostrophes').not.toContain("'")
      expect(en, 'English apostrophes').not.toContain("'")
    }
  })

  test('fills every placeholder of its acts, and ends where a pattern can be met', () => {
    for (const { acts, until } of chapter.steps) {
      expect(() => new RegExp(until)).not.toThrow()
      for (const act of acts) expect(JSON.stringify(fillAct(act, person)).replace('{id}', '')).not.toMatch(/\{\w+\}/)
    }
  })

  test('was played to its end by the journeys in their long form', () => {
    expect(Object.keys(passed)).toContain(chapter.id)
  })

  test('tells nobody but the bank the bank’s password', () => {
    // What the bank knows is measured (client/knowledge.test.ts).
    const known = knownAfter(chapter, chapter.steps.length)
    expect(['guichet', 'shop', 'bank'].map(who => known.get(`${who}:password`))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    for (const { acts, until } of chapter.steps)
      for (const act of acts)
        if (JSON.stringify(act).includes('{bankPassword}'))
          expect([until, 'open' in act]).toEqual([
            expect.stringMatching('sandbox|localhost/refunds|localhost/transfers|localhost/pay'),
            false,
          ])
  })
})

test('every member that the bank’s documents name is explained there, in the words of both languages', () => {
  const named = interfaceDocuments.flatMap(document => membersOf(buildOpenApi(document, [])))
  // Parts of a private key, which nobody sends.
  const secret = ['d', 'dp', 'dq', 'oth', 'p', 'q', 'qi']
  expect(named.length).toBeGreaterThan(100)
  const unexplained = named.filter(([name, schema]) => !secret.includes(name) && !('description' in Object(schema)))
  expect(unexplained).toEqual([])
  for (const [fr = '', en = ''] of Object.values(members)) {
    expect(fr, 'French apostrophes').not.toContain("'")
    expect(en, 'English apostrophes').not.toContain("'")
  }
})

function membersOf(schema: unknown): [string, unknown][] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, value]) => [
    ...(name === 'properties' ? Object.entries(value) : []),
    ...membersOf(value),
  ])
}

test('every article that a step cites is in the list, by the same number in both languages, and says one sentence', () => {
  const cited = chapters.flatMap(({ id, steps }) =>
    steps.flatMap(({ title, rule }) => {
      const [, fr] = /^((?:DSP2|RTS|RGPD), art\. \d+(?: bis)?)/.exec(rule.fr) ?? []
      const [, en] = /^((?:PSD2|RTS|GDPR), art\. \d+a?)/.exec(rule.en) ?? []
      return fr === undefined && en === undefined ? [] : [{ at: `${id}: ${title.en}`, fr, en, rule }]
    }),
  )
  expect(cited.length).toBeGreaterThan(40)
  for (const { at, fr, en, rule } of cited) {
    expect(
      laws.filter(({ name }) => name.fr === fr && name.en === en),
      at,
    ).toHaveLength(1)
    expect([sayLaw(rule, 'fr'), sayLaw(rule, 'en')], at).not.toContain('')
  }
  const names = new Set(cited.map(({ en }) => en))
  expect(laws.filter(({ name }) => !names.has(name.en))).toEqual([])
  for (const { says } of laws) for (const text of Object.values(says)) expect(text).toMatch(/^[^.]+\.$/)
})

/** Where the numbers of the law are easily mistaken for each other (EU 2015/2366, 2018/389, 2022/2360). */
test.each([
  ['access through a provider is article 10a, the customer’s own is 10', /RTS, art\. 10(?!a| bis)/],
  ['before a payment is article 45, after its initiation 46', /(DSP2|PSD2), art\. 46/],
  ['identification in the contingency is 33(5)', /33\(4\)/],
  ['asking whenever the person wants is article 36 of the regulation', /art\. 67.*(as often|aussi souvent)/],
  ['strong authentication has exemptions', /(every payment|chaque paiement)/],
  ['that the provider knows the person is in no article', /identified\.|identifiée\./],
])('%s', (_, mistaken) => {
  for (const { steps } of chapters)
    for (const { rule } of steps) for (const text of Object.values(rule)) expect(text).not.toMatch(mistaken)
})

test('chapters have ids of their own', () => {
  expect(new Set(chapters.map(({ id }) => id)).size).toBe(chapters.length)
})

test('what is learned holds from its step on, and the last word counts', () => {
  const learned = (who: 'guichet', hold: 'full' | 'gone') => [{ who, fact: 'balances', hold }] as const
  const [first] = chapters
  const [step] = first?.steps ?? []
  if (!first || !step) throw new Error('no chapter')
  const chapter = {
    ...first,
    stage: 'nothing linked' as const,
    steps: [step, { ...step, learned: learned('guichet', 'full') }, { ...step, learned: learned('guichet', 'gone') }],
  }
  const held = [0, 1, 2, 3].map(done => knownAfter(chapter, done).get('guichet:balances'))
  expect(held).toEqual([undefined, undefined, 'full', 'gone'])
})

test('a placeholder without a value stays, and quotes survive', () => {
  expect(fillText('{nobody} {identifier}', person)).toBe('{nobody} 12345678')
  expect(fillAct({ type: { css: 'input' }, text: '{email}' }, person)).toEqual({
    type: { css: 'input' },
    text: 'visite@guichet.example',
  })
})

test('what every call is for is said in words', () => {
  for (const { method, path } of routes.filter(route => !route.path.endsWith('/authorize'))) {
    if (/trusted-beneficiaries|details/.test(path)) continue
    expect(
      calls.some(({ is }) => is.test(`${method} ${path}`)),
      `${method} ${path}`,
    ).toBe(true)
  }
})

test('each step is told to whoever decides too, in both languages and without a term', () => {
  const known = new RegExp(`(?<![\\w-])(${Object.keys(glossary.terms).join('|')})(?![\\w-])`)
  for (const { id, steps } of chapters)
    for (const { title } of steps)
      for (const text of Object.values(sayBoard(id, title.en))) {
        expect(text, `${id}/${title.en}`).toMatch(/^.{15,200}[.!?]$/)
        expect(text).not.toMatch(known)
      }
})
