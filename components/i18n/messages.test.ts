import { bankCodes } from '@guichet/stet/terms/cause.ts'
import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { describe, expect, test } from 'vitest'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { linkFailures, refusals } from '#lib/domain/refusals/failure.ts'
import { fileWords } from '#lib/files/export/words.ts'
import enMail from '#lib/services/mail/words/en.json' with { type: 'json' }
import frMail from '#lib/services/mail/words/fr.json' with { type: 'json' }
import { messages } from './messages.ts'

/** Every sentence by its path: `home.title` and its words. */
function listSentences(tree: object, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : listSentences(value, `${path}${key}.`),
  )
}

// Pages, mails and files.
const fr = listSentences({ ...messages.fr, mail: setFrenchSpaces(frMail), files: fileWords.fr })
const en = listSentences({ ...messages.en, mail: enMail, files: fileWords.en })

/** French alone declines a bank's name: each form counts as the name. */
const formsOfBank: Readonly<Record<string, string>> = Object.fromEntries(
  ['bankName', ...Object.keys(nameBank(''))].map(form => [form, 'bank']),
)

/** The variables and tags of an ICU message: a brace at odd depth opens a variable, at even depth one of its branches. */
function listHoles(sentence: string): string[] {
  const names = [...sentence.matchAll(/<(\w+)>/g)].map(match => match[1] ?? '')
  let depth = 0
  for (const { 0: brace, index } of sentence.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (brace === '{' && depth % 2 === 1) names.push(/^\s*\w+/.exec(sentence.slice(index + 1))?.[0].trim() ?? '')
  }
  return [...new Set(names.map(name => formsOfBank[name] ?? name))].sort()
}

describe('French and English', () => {
  test('have exactly the same keys', () => {
    expect(en.map(([path]) => path).sort()).toEqual(fr.map(([path]) => path).sort())
  })

  test('have the same variables and tags', () => {
    const english = new Map(en)
    for (const [path, sentence] of fr)
      expect({ path, holes: listHoles(english.get(path) ?? '') }).toEqual({ path, holes: listHoles(sentence) })
  })

  test('none is empty, and none uses the straight apostrophe, which ICU reads as a quote', () => {
    const poor = [...fr, ...en].filter(([, sentence]) => sentence.trim() === '' || sentence.includes("'"))
    expect(poor).toEqual([])
  })
})

test('French counts none as it counts one, so that a number is written for both', () => {
  const branches = (sentence: string) =>
    [...sentence.matchAll(/, plural,((?:[^{}]|\{[^{}]*\})*)\}/g)].flatMap(([, all = '']) =>
      all.includes('=0 ') ? [] : (/ one \{[^{}]*\}/.exec(all) ?? []),
    )
  expect(fr.filter(([, sentence]) => branches(sentence).some(branch => /\b1\b/.test(branch)))).toEqual([])
})

describe('French typography', () => {
  const plain = fr.map(([path, sentence]) => [path, sentence.replace(/https?:\/\/\S+/g, '')] as const)

  test('a narrow unbreakable space stands before ; : ! ? » and after «', () => {
    const bad = plain.filter(([, sentence]) =>
      /(?:^|[^\u202f\u00a0\s?!])[;!?»](?!\w)|[ \u00a0][;:!?»]|«[^\u202f]|[\wéèà]:(?:\s|$)/.test(sentence),
    )
    expect(bad).toEqual([])
  })

  test('three points are one character and quotes are French', () => {
    expect(plain.filter(([, sentence]) => /\.\.\.|["“”]/.test(sentence))).toEqual([])
  })
})

describe('every failure has its texts', () => {
  test.each([
    ['bankCodes', bankCodes],
    ['refusals', refusals],
  ] as const)('%s', (list, members) => {
    for (const locale of ['fr', 'en'] as const) {
      const words = Object.keys(Object(Reflect.get(messages[locale].failures, list)))
      expect(words).toEqual(expect.arrayContaining([...members]))
    }
  })

  test.each(['fr', 'en'] as const)('linkFailures in %s', locale => {
    expect(Object.keys(messages[locale].linkFailures).sort()).toEqual([...linkFailures].sort())
  })
})
