import { describe, expect, test } from 'vitest'
import { filesReachedFrom, readSources } from './architecture.ts'
import { expressionsOf, slowTextOf } from './expressions.ts'

const sources = readSources()
/** All that runs, of scripts too. What only builds, tests or migrates meets no text but our own. */
const programs = ['sandbox.ts', 'tour.ts', 'listen.ts', 'trigger.ts', 'mailbox/main.ts']
const running = filesReachedFrom(['server/serve.ts', ...programs.map(name => `scripts/run/${name}`)], sources)
const isOurs = (file: string) => running.has(file) || !/^(scripts|bench|docs)\/|\/test-/.test(file)
const all = Map.groupBy(
  sources
    .filter(({ file }) => isOurs(file))
    .flatMap(({ file, text }) =>
      expressionsOf(file, text).map(({ line, ...parts }) => ({ where: `${file}:${line}`, ...parts })),
    ),
  ({ pattern, flags }) => `/${pattern}/${flags}`,
)

// A square of a long text stops the process for everybody: write the expression so that it can begin at one place only, as in
// `(?<!-)-+$`, or can't run over its own beginning, as in `<[^<>]*>`.
test('every expression reads long texts in linear time (C47)', { timeout: 600_000 }, () => {
  expect(all.size).toBeGreaterThan(400)
  const slow = [...all].flatMap(([expression, [first, ...others]]) => {
    const text = first ? slowTextOf(first) : null
    const lines = [first, ...others].map(one => one?.where).join(', ')
    return text === null ? [] : [`${lines} ${expression} is slow on ${JSON.stringify(text)}`]
  })
  expect(slow).toEqual([])
})

describe('the search for a slow text', () => {
  test.each([/-+$/, /BEGIN[\s\S]+?END/, /^(a+)+$/, /^(?:a|a)*b/])('finds one for %s', ({ source, flags }) => {
    expect(slowTextOf({ pattern: source, flags })).not.toBeNull()
  })

  test.each([/(?<!-)-+$/, /^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/u])('finds none for %s', ({ source, flags }) => {
    expect(slowTextOf({ pattern: source, flags })).toBeNull()
  })

  test('reads literals and texts, wherever they are', () => {
    const source = ['const a = /x/g', 'const b = <p>{new RegExp(`^${', 'a}+$`, "m").source}</p>'].join('\n')
    expect(expressionsOf('a.tsx', source)).toEqual([
      { line: 1, pattern: 'x', flags: 'g' },
      { line: 2, pattern: '^x+$', flags: 'm' },
    ])
  })
})
