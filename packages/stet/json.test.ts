import { describe, expect, test } from 'vitest'
import { parseJson } from './json.ts'
import { depthOfAnswer, elementsOf, membersOf, valuesOfAnswer } from './limits.ts'

const jsonOf = (text: string) => {
  const parsed = parseJson(text)
  if (!parsed.ok) throw new Error(`not read: ${JSON.stringify(parsed.excess)}`)
  return parsed.value
}
const excessOf = (value: unknown) => {
  const parsed = parseJson(typeof value === 'string' ? value : JSON.stringify(value))
  return parsed.ok ? 'read' : parsed.excess
}
const many = <T>(count: number, element: T) => Array.from({ length: count }, () => element)

/** So many values in lists that are short enough: the value itself, and one for each comma and each opening bracket. */
function listsOf(values: number): string {
  const row = (first: number, second: number) => ({ a: many(first, 0), b: many(second, 0) })
  const whole = Math.floor((values - 4) / 201)
  const left = values - 2 - 201 * whole
  return JSON.stringify({ transactions: [...many(whole, row(99, 99)), row(100, left - 103)] })
}

describe('an amount keeps its digits (bank:D29)', () => {
  test.each([
    ['{"amount":12.30}', { amount: '12.30' }],
    ['{"amount" : -0.10 , "b":1}', { amount: '-0.10', b: 1 }],
    ['{"a":[{"amount":9007199254740993}]}', { a: [{ amount: '9007199254740993' }] }],
    ['{"amount":1E+2}', { amount: '1E+2' }],
    [`{"amount" : 12.30\n${' '.repeat(40)}}`, { amount: '12.30' }],
    ['{"amount":"7"}', { amount: '7' }],
    ['{"amount":null,"other":1.50}', { amount: null, other: 1.5 }],
    ['{"text":"\\"amount\\":5,"}', { text: '"amount":5,' }],
    ['["amount",1.50]', ['amount', 1.5]],
  ])('%s', (text, value) => {
    expect(jsonOf(text)).toEqual(value)
  })

  test.each(['{"amount":01}', '{"amount":1.}', '{"amount":+1}', '{"amount":-}', '{"amount":1x}', '{"amount":.5}'])(
    '%s is no JSON, and does not become it',
    text => {
      expect(parseJson(text)).toEqual({ ok: false, excess: null })
    },
  )
})

describe('more than we accept', () => {
  test.each(['accounts', 'balances', 'transactions', 'identities', 'creditTransferTransaction', 'redirect_uris'])(
    '%s: as many as stand in limits.ts, and not one more',
    list => {
      const limit = elementsOf[list] ?? 0
      expect(excessOf({ [list]: many(limit, {}) })).toBe('read')
      expect(excessOf({ [list]: many(limit + 1, {}) })).toEqual({ list, limit })
    },
  )

  test('a list without a name is not called by the name of what came before it', () => {
    expect(excessOf(`[{"a":1},[${'1,'.repeat(200_000)}1]]`)).toMatchObject({ list: 'unnamed' })
  })

  test.each([
    ['a quotation mark', '"\\""'],
    ['a backslash at its end', '"\\\\"'],
    ['both', '"\\\\\\""'],
    ['nothing', '""'],
  ])('the end of a text with %s in it is found', (_, text) => {
    const limit = elementsOf.transactions ?? 0
    expect(excessOf(`{"label":${text},"transactions":[${'1,'.repeat(limit)}1]}`)).toEqual({
      list: 'transactions',
      limit,
    })
  })

  test('a list is named by the name before it, up to 35 characters', () => {
    const named = (name: string) => excessOf(`{${JSON.stringify(name)}:[${'1,'.repeat(200_000)}1]}`)
    expect(named('x'.repeat(36))).toMatchObject({ list: 'x'.repeat(35) })
    expect(excessOf(`{:[${'1,'.repeat(200_000)}1]}`)).toMatchObject({ list: '' })
  })

  test('a list or an object that is not in the documents', () => {
    expect(excessOf({ whatever: many(101, 1) })).toEqual({ list: 'whatever', limit: elementsOf.unnamed })
    expect(excessOf(Object.fromEntries(many(101, 0).map((_, index) => [`m${index}`, 1])))).toEqual({
      list: 'unnamed',
      limit: membersOf.unnamed,
    })
    expect(excessOf({ _links: Object.fromEntries(many(50, 0).map((_, index) => [`l${index}`, {}])) })).toBe('read')
    expect(excessOf({ _links: Object.fromEntries(many(51, 0).map((_, index) => [`l${index}`, {}])) })).toEqual({
      list: '_links',
      limit: membersOf._links,
    })
  })

  test('the nesting depth of limits.ts, and not one more', () => {
    const levels = (count: number) => parseJson('['.repeat(count) + ']'.repeat(count))
    expect(levels(depthOfAnswer).ok).toBe(true)
    expect(levels(depthOfAnswer + 1)).toEqual({ ok: false, excess: { list: 'levels', limit: depthOfAnswer } })
  })

  test('within a row an oversized member counts as absent, and the other rows are read', () => {
    const row = {
      resourceId: 'A',
      balances: many(51, {}),
      remittanceInformation: { unstructured: many(101, 'x') },
      _links: Object.fromEntries(many(51, 0).map((_, index) => [`l${index}`, {}])),
    }
    expect(jsonOf(JSON.stringify({ accounts: [row, { resourceId: 'B', balances: [{}] }] }))).toEqual({
      accounts: [
        { resourceId: 'A', balances: null, remittanceInformation: { unstructured: null }, _links: null },
        { resourceId: 'B', balances: [{}] },
      ],
    })
  })

  test('of a payment everything is checked: nothing too long counts as absent', () => {
    const instruction = { paymentId: {}, remittanceInformation: many(101, 'x') }
    expect(excessOf({ paymentRequest: { creditTransferTransaction: [instruction] } })).toEqual({
      list: 'remittanceInformation',
      limit: elementsOf.unnamed,
    })
  })

  test.each([
    ['levels', '['.repeat(4_000_000), { list: 'levels', limit: depthOfAnswer }],
    ['levels of objects', '{"a":'.repeat(800_000), { list: 'levels', limit: depthOfAnswer }],
    [
      'values in many short lists',
      `{"transactions":[${many(1_500, `{"a":${JSON.stringify(many(99, []))},"b":${JSON.stringify(many(99, []))}}`).join()}]}`,
      { list: 'values', limit: valuesOfAnswer },
    ],
    ['accounts', `{"accounts":[${'{},'.repeat(100_000)}{}]}`, { list: 'accounts', limit: elementsOf.accounts }],
    ['members', `{"_links":{${'"a":{},'.repeat(100_000)}"b":{}}}`, { list: '_links', limit: membersOf._links }],
    ['one value too many', listsOf(valuesOfAnswer + 1), { list: 'values', limit: valuesOfAnswer }],
  ])('%s are refused before they are parsed', (_, text, excess) => {
    expect(excessOf(text)).toEqual(excess)
  })

  test.each([
    ['as many values as are allowed', listsOf(valuesOfAnswer)],
    ['a text of 4 MB', `{"a":"${'x'.repeat(4_000_000)}"}`],
    ['4 MB of escapes', `{"a":"${'\\\\'.repeat(2_000_000)}"}`],
    ['4 MB of white space before an amount', `{"amount":${' '.repeat(4_000_000)}1}`],
    ['an amount of 4 million digits', `{"amount":${'1'.repeat(4_000_000)}}`],
    ['brackets and quotation marks inside a text', JSON.stringify({ a: '[[[{{{"\\"'.repeat(1_000) })],
  ])('%s is read', (_, text) => {
    expect(parseJson(text).ok).toBe(true)
  })

  test.each([
    ['', '{', '[', '"', '{"a', '{"a":"\\', ']', '}}}}', '[}', '{]'],
    ['{"a":1}}', '[1,]', 'nul', '"\\"', '{"a":"b"', '\u0000'],
  ])('%s … is no JSON, and no harm', (...texts) => {
    for (const text of texts) expect(parseJson(text), text).toEqual({ ok: false, excess: null })
  })
})
