import { createElement as createHonoElement } from 'hono/jsx'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { renderReference } from './render-reference.ts'

/** What both pages rely on; what each of them shows is tested beside it. */

const hostile = '<script>alert(1)</script>"\'&'
const names = [
  'operations',
  'parameters',
  'body',
  'answers',
  'answerBody',
  'example',
  'events',
  'schemas',
  'name',
  'where',
] as const
const others = ['type', 'meaning', 'status', 'headers', 'required', 'none', 'path', 'query', 'header'] as const
const words = Object.fromEntries([...names, ...others].map(name => [name, `<${name}>`])) as Record<
  (typeof names)[number] | (typeof others)[number],
  string
>
const money = { $ref: '#/components/schemas/Money' }
const operation = {
  operationId: 'pay',
  summary: `Pays \`now\` ${hostile}`,
  parameters: [{ in: 'query', name: hostile, required: true, schema: { type: 'string', pattern: hostile } }] as const,
  description: hostile,
  requestBody: {
    content: {
      'application/json': {
        schema: { properties: { amount: money }, required: ['amount'] },
        examples: { one: { summary: 'The shortest', value: { amount: hostile } } },
      },
    },
  },
  responses: {
    201: { description: hostile, content: { 'application/json': { schema: money } } },
    404: { description: 'Nothing', headers: { 'X-Request-ID': {} } },
  },
}
const eventBody = { content: { 'application/json': { schema: { properties: { data: money } } } } }
const Money = {
  type: 'object',
  description: hostile,
  required: ['value'],
  properties: {
    value: { type: 'string', maxLength: 12, default: hostile },
    parts: { type: 'array', items: { type: 'object', properties: { of: { anyOf: [money, { type: 'null' }] } } } },
    kind: { enum: [hostile] },
    lines: { type: 'array', minItems: 1, maxItems: 4, items: { type: 'string', maxLength: 140 } },
    count: { anyOf: [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, { type: 'null' }] },
  },
}
const document = {
  servers: [],
  paths: { '/pay/{id}': { post: operation } },
  webhooks: { 'payment.executed': { post: { ...operation, requestBody: eventBody } } },
  components: { schemas: { Money } },
}
const style = {
  words,
  say: (sentence: string) => (sentence === 'Nothing' ? 'Rien' : sentence),
  noteOf: () => `\`note\` ${hostile}`,
  marksEnglish: true,
}
const byHono = String(renderReference(document, { ...style, createElement: createHonoElement }))
const byReact = renderToStaticMarkup(renderReference<ReactElement>(document, { ...style, createElement }))

describe.each([
  ['Hono', byHono],
  ['React', byReact],
])('with elements of %s', (_, text) => {
  test('no text of a document or of a page becomes markup', () => {
    expect(text).not.toMatch(/<script|\[object|undefined/)
    expect(text.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(9)
    for (const word of [...names, ...others].filter(one => !['path', 'header'].includes(one))) {
      expect(text, word).toContain(`&lt;${word}&gt;`)
    }
  })

  test('members stand with those inside them, and types lead to their schemas', () => {
    expect(text).toContain('The shortest')
    for (const shown of ['<code>value</code>', '<code>parts[].of</code>', '<code>amount</code>', '<b>POST</b>']) {
      expect(text).toContain(shown)
    }
    expect(text.match(/href="#schema-Money"/g)).toHaveLength(4)
    expect(text).toContain('id="schema-Money"')
    for (const bound of ['≤ 12 characters', '≥ 1 items, ≤ 4 items, each ≤ 140 characters', '≥ 1</span>'])
      expect(text).toContain(bound)
  })

  test('a sentence that the page has no other words for is marked as English', () => {
    expect(text).toContain('<td>Rien</td>')
    expect(text).toContain('<span lang="en">Pays <code>now</code>')
  })
})

test('nothing is marked on an English page', () => {
  const english = { ...style, marksEnglish: false, createElement: createHonoElement }
  const text = String(renderReference(document, english))
  expect(text).toContain('Pays <code>now</code>')
  expect(text).not.toContain('lang="en"')
})
