import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toRefused } from '#app/problem.ts'
import { parametersOf, readAs, readBytes, readFields, readJson, readUpload } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'

/** A request whose connection ends in the middle of the body. */
function cutOff(type: string): Request {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull: stream => {
      pulled += 1
      if (pulled === 1) stream.enqueue(new TextEncoder().encode('{"a":'))
      else stream.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  })
  const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' }
  return new Request('http://localhost:3000/x', init)
}

test('an interrupted body is refused, and not a fault of ours', async () => {
  const request = cutOff('application/json')
  const error = await readJson(request).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Refused)
  expect(toRefused(error, request)).toMatchObject({ code: 'invalid_input', field: 'body' })
})

test('so is an interrupted file, by its field’s name', async () => {
  const reading = readBytes(cutOff('text/csv'), 1_000, 'file')
  await expect(reading).rejects.toMatchObject({ code: 'invalid_input', field: 'file' })
})

test('an interrupted form is no form', async () => {
  expect(await readFields(cutOff('application/x-www-form-urlencoded'))).toBeNull()
})

const jsonRequest = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
  // As bytes, because a text would bring a type of its own.
  return new Request('http://localhost:3000/x', { method: 'POST', headers, body: new TextEncoder().encode(body) })
}
const refusalOf = (request: Request) => readJson(request, undefined, {}).catch((thrown: unknown) => thrown)

test.each([
  ['{"a":1,"a":1}', 'a'],
  ['{"amount":"1.00","\\u0061mount":"2.00"}', 'amount'],
  ['{"é":1,"\\u00e9":2}', 'é'],
  ['[{"x":1},{"a":{"b":[0,{"c":1,"d":{},"c":2}]}}]', '1.a.b.1.c'],
  ['{"a":{"b":1},"c":{"a":1,"b":{"b":1,"b":1}}}', 'c.b.b'],
  ['{"":1,"":2}', ''],
])('%s has %j twice', async (text, field) => {
  const refused = await refusalOf(jsonRequest(text))
  expect(refused).toMatchObject({ code: 'invalid_input', issues: [{ field, fault: 'member_repeated' }] })
})

test('a member that parsers leave out is refused by its name', async () => {
  const refused = await refusalOf(jsonRequest('{"a":{"__proto__":1}}'))
  expect(refused).toMatchObject({ code: 'invalid_input', issues: [{ field: 'a.__proto__', fault: 'value_not_valid' }] })
})

test.each([
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}],"A":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a":"b","b":"a","constructor":1,"hasOwnProperty":2}',
  '"a"',
])('%s has every member once', async text => {
  expect(await readJson(jsonRequest(text))).toEqual(JSON.parse(text))
})

test('members are compared in one pass, however many and however deep', async () => {
  const many = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`member ${at}`, { at }]))
  expect(await readJson(jsonRequest(JSON.stringify(many)))).toEqual(many)
  const deep = `${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}`
  const issues = [{ field: 'body', why: 'has at most 32 levels' }]
  // Not even parsed.
  for (const body of [deep, '['.repeat(400_000)])
    expect(await refusalOf(jsonRequest(body))).toMatchObject({ code: 'invalid_input', field: 'body', issues })
})

const json = 'application/json'
test.each([
  [{ 'content-type': json }, true],
  [{ 'content-type': 'Application/JSON; Charset="UTF-8"' }, true],
  [{ 'content-type': `${json};charset=utf8`, 'content-encoding': 'identity' }, true],
  [{}, false],
  [{ 'content-type': 'text/plain' }, false],
  [{ 'content-type': 'application/x-www-form-urlencoded' }, false],
  [{ 'content-type': `text/plain, ${json}` }, false],
  [{ 'content-type': `${json}; charset=iso-8859-1` }, false],
  [{ 'content-type': `${json}; charset=utf-16` }, false],
  [{ 'content-type': json, 'content-encoding': 'gzip' }, false],
  [{ 'content-type': json, 'content-encoding': 'identity, br' }, false],
])('a body with %j is read: %s', async (headers, isRead) => {
  const got = await refusalOf(jsonRequest('{"a":1}', headers))
  if (isRead) expect(got).toEqual({ a: 1 })
  else expect(got).toMatchObject({ code: 'invalid_input', field: 'body', reason: 'media_type_not_supported' })
})

test('no body needs no type', async () => {
  expect(await readJson(jsonRequest('', {}), undefined, {})).toEqual({})
})

test('a parameter counts once', () => {
  const of = (query: string) => parametersOf(new Request(`http://localhost:3000/x${query}`))
  expect(of('?limit=1&cursor=')).toEqual({ limit: '1', cursor: '' })
  expect(() => of('?limit=1&cursor=&l%69mit=1')).toThrow(
    expect.objectContaining({ field: 'limit', issues: [expect.objectContaining({ fault: 'member_repeated' })] }),
  )
})

test('what a value must be is said in words of ours', () => {
  const schema = z.strictObject({
    a: z.string().max(3),
    b: z.coerce.number().int().max(9),
    c: z.enum(['x', 'y']),
    d: z.array(z.int()),
    h: z.array(z.int()).min(2),
    e: z.iso.date(),
    f: z.string().max(9, 'has at most 9 characters'),
  })
  const value = { a: 'aaaa', b: 'x', c: 'z', d: [0.5], h: [1], e: 'x', f: '0123456789', g: 1 }
  const said = (otherwise: string) => {
    try {
      return readAs(schema, value, otherwise)
    } catch (thrown) {
      return thrown instanceof Refused ? thrown.issues.map(({ field, why }) => `${field} ${why}`) : thrown
    }
  }
  expect(said('body')).toEqual([
    'a must be at most 3 characters long',
    'b must be a number',
    'c must be one of x, y',
    'd.0 must be a whole number',
    'h must be at least 2 items long',
    'e must be a date such as 2026-11-21',
    'f has at most 9 characters',
    'g not a member of this object',
  ])
  expect(said('query')).toContain('g not a parameter of this operation')
})

describe('an upload', () => {
  const upload = (bytes: number | null) => {
    const body = new FormData()
    body.set('accountId', 'a')
    if (bytes !== null) body.set('file', new File([new Uint8Array(bytes)], 'a.csv'))
    return new Request('http://localhost/', { method: 'POST', body })
  }

  test('brings its file and its fields', async () => {
    const { field, upload: file } = await readUpload(upload(1_000), 1_000)
    expect([field('accountId'), file.name, file.size]).toEqual(['a', 'a.csv', 1_000])
  })

  test.each([
    ['larger than the limit and the form around it', upload(100_000), 'file.too_large'],
    ['without a file', upload(null), 'file.empty'],
    ['that is no form', jsonRequest('{}'), 'file'],
    ['cut off on its way', cutOff('multipart/form-data; boundary=x'), 'file'],
  ])('%s is refused by what is wrong', async (_, request, field) => {
    await expect(readUpload(request, 1_000)).rejects.toMatchObject({ code: 'invalid_input', field })
  })
})

test('forms that arrive at once are parsed in a turn of the event loop each', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const seen = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const body = new URLSearchParams({ note: 'x'.repeat(4_000) })
      const fields = await readFields(new Request('http://localhost/', { method: 'POST', body }))
      return [fields?.field('note').length, turns] as const
    }),
  )
  clearImmediate(counting)
  expect(seen.map(([length]) => length)).toEqual([4_000, 4_000, 4_000, 4_000])
  expect(new Set(seen.map(([, turn]) => turn)).size).toBe(4)
})
