import { describe, expect, test } from 'vitest'
import { type ByteBudget, openByteBudget } from './byte-budget.ts'
import type { CallContext } from './call.ts'
import { BankError } from './errors.ts'
import { bytesOfList, bytesOfRefresh } from './limits.ts'
import { type NumberedPage, walkPages } from './paging.ts'
import { json, presence, scriptBank } from './testing/scripted-bank.ts'

type Setting = {
  /** The links of a page. */
  readonly links: (page: string) => { readonly next?: string; readonly last?: string }
  readonly header?: string
  readonly length?: (page: string) => number
  readonly fail?: (page: string) => Error | null
  readonly parallelPages?: number
  /** Pages but the first are answered after it. */
  readonly answered?: Promise<void>
  readonly context?: Omit<CallContext, 'presence'>
}

const address = (page: number | string) => `/list?page=${page}`
const refusal = (code: 'IPGN' | 'INTS') =>
  new BankError({ kind: 'status', operation: 'list', requestId: 'r', sent: 'yes', detail: code, status: 400, code })

/** Walks a list whose pages contain their own number. */
function walkList(setting: Setting) {
  const { links, header, length = () => 10, fail = () => null, parallelPages = 6, answered, context = {} } = setting
  const asked: string[] = []
  const contexts: CallContext[] = []
  const { bank } = scriptBank(() => json(500, {}), { limits: { parallelPages } })
  const pages = walkPages({
    bank,
    operation: 'list',
    first: new URL('/list', bank.baseUrl),
    context: { presence, ...context },
    fetch: async (url, given) => {
      const page = url.searchParams.get('page') ?? '1'
      asked.push(page)
      contexts.push(given)
      const failure = fail(page)
      if (failure !== null) throw failure
      await given.beforeSend?.({ operation: 'list', method: 'GET', path: '/list', attended: true, requestId: page })
      if (page !== '1') await answered
      const headers = { page, ...(header !== undefined && { link: header }) }
      return {
        status: 200,
        headers,
        text: page.padEnd(length(page), 'x').slice(0, length(page)),
        operation: 'list',
        requestId: page,
      }
    },
    read: answer => {
      const page = answer.headers.page ?? ''
      return { content: page, links: new Map(Object.entries(links(page))) }
    },
  })
  return { pages, asked, contexts }
}

const nextUpTo = (count: number) => (page: string) => (Number(page) < count ? { next: address(Number(page) + 1) } : {})
const linkedUpTo = (count: number) => (page: string) => ({ ...nextUpTo(count)(page), last: address(count) })
async function all(pages: AsyncIterable<NumberedPage<string>>) {
  const list: NumberedPage<string>[] = []
  for await (const page of pages) list.push(page)
  return list
}
const counts = (pages: readonly NumberedPage<string>[]) =>
  pages.map(({ content, page, pageCount }) => [content, page, pageCount])

describe('the pages of a list', () => {
  test('along next, until there is none', async () => {
    const { pages, asked } = walkList({ links: nextUpTo(3), length: page => 10 * Number(page) })
    expect(await all(pages)).toEqual([
      { content: '1', page: 1, pageCount: null, bytes: 10 },
      { content: '2', page: 2, pageCount: null, bytes: 20 },
      { content: '3', page: 3, pageCount: 3, bytes: 30 },
    ])
    expect(asked).toEqual(['1', '2', '3'])
  })

  test('their number by next and last', async () => {
    const { pages } = walkList({ links: linkedUpTo(4) })
    expect(counts(await all(pages))).toEqual(['1', '2', '3', '4'].map(page => [page, Number(page), 4]))
  })

  test.each([
    ['the next page is the last', { next: address(2), last: address(2) }, ['2'], 2],
    ['the last page is before the next', { next: address(3), last: address(2) }, ['3'], null],
    [
      'both have other members in another order',
      { next: '/list?a=1&page=2', last: '/list?page=4&a=1' },
      ['2', '3', '4'],
      4,
    ],
    ['they differ in another member', { next: '/list?a=1&page=2', last: '/list?a=2&page=4' }, ['2'], 4],
    ['the last page has no number', { next: address(2), last: '/list?page=end' }, ['2'], null],
    ['the next page has no number', { next: '/list?from=2', last: address(4) }, ['1'], null],
    ['a number has seven digits', { next: address(2), last: address('0000004') }, ['2'], null],
    ['the last would be beyond 1,000', { next: address(2), last: address(1_001) }, ['2'], 1_001],
  ])('%s', async (_, links, expected, pageCount) => {
    const { pages, asked } = walkList({ links: page => (asked.length === 1 && page === '1' ? links : {}) })
    expect((await all(pages))[0]?.pageCount).toBe(pageCount)
    expect(asked.slice(1)).toEqual(expected)
  })

  test.each([
    [1, 2, true],
    [1, 1, false],
    [2, 1, false],
    [2, 3, true],
  ])('%i without a next, though the last is %i: unreadable: %s', async (count, last, isRefused) => {
    const links = (page: string) => ({
      ...nextUpTo(count)(page),
      ...(page === `${count}` ? { last: address(last) } : {}),
    })
    const walked = all(walkList({ links }).pages)
    if (isRefused) await expect(walked).rejects.toMatchObject({ kind: 'schema', sent: 'yes' })
    else expect(await walked).toHaveLength(count)
  })

  test.each([
    ['</list?page=2>; rel="next"', true],
    ['</list?page=1>; rel="prev", </list?page=2>; REL="last next"', true],
    ['</list?page=2>; rel=next; title=more', true],
    ['</list?page=1>; rel="self"', false],
    ['</next>; rel="nextish"', false],
  ])('a page whose next is only in a header, %s, is unreadable: %s', async (header, isRefused) => {
    const walked = all(walkList({ header, links: () => ({}) }).pages)
    if (isRefused) await expect(walked).rejects.toMatchObject({ kind: 'schema', sent: 'yes', status: 200 })
    else expect(await walked).toHaveLength(1)
  })

  test('1,000 of them, counted up or linked, and none is the thousand and first', async () => {
    for (const links of [linkedUpTo(1_000), nextUpTo(1_000)])
      expect(await all(walkList({ links }).pages)).toHaveLength(1_000)
    for (const links of [linkedUpTo(1_001), nextUpTo(1_001)])
      await expect(all(walkList({ links }).pages)).rejects.toMatchObject({
        kind: 'too_many',
        status: 200,
        detail: 'more than 1000 in pages',
      })
  })

  test('a list that leads back to a page it had ends there, after 1,000 too', async () => {
    // The first page has no number in its address, so only its text says that it is page 1.
    const round = walkList({ links: page => ({ next: address((Number(page) % 2) + 1) }) })
    expect(counts(await all(round.pages)).map(([page]) => page)).toEqual(['1', '2'])
    expect(await all(walkList({ links: () => ({ next: '/list' }) }).pages)).toHaveLength(1)
    const back = walkList({ links: page => ({ next: address(page === '1000' ? 2 : Number(page) + 1) }) })
    expect(await all(back.pages)).toHaveLength(1_000)
  })

  test('a guessed page that does not exist ends the list; a linked one fails it, as does another error; one that was added is read', async () => {
    const walk = (page: string, code: 'IPGN' | 'INTS') =>
      all(walkList({ links: linkedUpTo(4), fail: at => (at === page ? refusal(code) : null) }).pages)
    expect(await walk('3', 'IPGN')).toHaveLength(2)
    for (const page of ['1', '2']) await expect(walk(page, 'IPGN')).rejects.toMatchObject({ code: 'IPGN' })
    await expect(walk('3', 'INTS')).rejects.toMatchObject({ code: 'INTS' })
    const grown = walkList({ links: page => (page === '1' ? linkedUpTo(3) : linkedUpTo(4))(page) })
    expect(await all(grown.pages)).toHaveLength(4)
  })

  test.each(['next', 'last'])('%s to another host is refused, by the id of the call (R17)', async name => {
    for (const href of ['https://evil.test/', '//evil.test/x', 'http://19870.bank.test:8443/x']) {
      const links = () => ({ next: address(2), [name]: href })
      const { pages, asked } = walkList({ links, context: { requestId: 'own' } })
      const refused = { kind: 'redirect_host', sent: 'no', operation: 'list', requestId: 'own' }
      await expect(all(pages)).rejects.toMatchObject(refused)
      expect(asked).toEqual(['1'])
    }
    const { pages } = walkList({ links: () => ({ next: address(2), [name]: '//evil.test' }) })
    await expect(all(pages)).rejects.toMatchObject({ requestId: '' })
  })
})

describe('the requests of a list', () => {
  test('the caller’s id is that of the first alone (C17)', async () => {
    const { pages, contexts } = walkList({ links: linkedUpTo(3), context: { requestId: 'own' } })
    await all(pages)
    expect(contexts.map(({ requestId }) => requestId)).toEqual(['own', undefined, undefined])
    expect(contexts.map(given => given.presence)).toEqual([presence, presence, presence])
    const without = walkList({ links: nextUpTo(1) })
    await all(without.pages)
    expect(without.contexts[0]).not.toHaveProperty('requestId')
  })

  test('the caller is asked before each', async () => {
    const calls: string[] = []
    const context = { beforeSend: ({ requestId }: { requestId: string }) => void calls.push(requestId) }
    await all(walkList({ links: linkedUpTo(3), context }).pages)
    expect(calls).toEqual(['1', '2', '3'])
  })

  test('have left before a page is given, also if they are not answered yet', async () => {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const sent: string[] = []
    // The later a page is, the earlier its request leaves.
    const beforeSend = async ({ requestId }: { requestId: string }) => {
      for (let turns = Number(requestId); turns < 5; turns += 1) await new Promise(turn => setImmediate(turn))
      sent.push(requestId)
    }
    const { pages, asked } = walkList({ links: linkedUpTo(4), answered, context: { beforeSend } })
    await pages.next()
    expect([asked, sent]).toEqual([
      ['1', '2', '3', '4'],
      ['1', '4', '3', '2'],
    ])
    resolve()
    await pages.return()
  })

  test('one at a time, if all pages together would be more than 1,000', async () => {
    for (const [last, together] of [
      [1_000, 6],
      [1_001, 1],
    ] as const) {
      const { pages, asked } = walkList({ links: linkedUpTo(last) })
      await pages.next()
      expect(asked).toHaveLength(1 + together)
      await pages.return()
    }
  })

  test('as many at once as the bank’s limit', async () => {
    const { pages, asked } = walkList({ links: linkedUpTo(9), parallelPages: 3 })
    expect((await pages.next()).value).toMatchObject({ page: 1 })
    expect(asked).toEqual(['1', '2', '3', '4'])
    await pages.next()
    expect(asked).toEqual(['1', '2', '3', '4', '5'])
    await pages.return()
  })

  test('end when the caller stops, or aborts', async () => {
    const abort = new AbortController()
    const { pages, contexts } = walkList({ links: linkedUpTo(3), context: { requestId: 'own', signal: abort.signal } })
    await pages.next()
    expect(contexts.map(({ signal }) => signal?.aborted)).toEqual([false, false, false])
    abort.abort()
    expect(contexts.map(({ signal }) => signal?.aborted)).toEqual([true, true, true])
    await pages.return()
    const stopped = walkList({ links: linkedUpTo(3), context: { signal: new AbortController().signal } })
    await stopped.pages.next()
    await stopped.pages.return()
    expect(stopped.contexts.map(({ signal }) => signal?.aborted)).toEqual([true, true, true])
  })
})

describe('the memory of a list', () => {
  const walkWithin = (budget: ByteBudget, length: number, setting: Partial<Setting> = {}) =>
    walkList({ links: linkedUpTo(5), length: () => length, context: { budget }, ...setting })

  test('a page counts with its text and the value made of it, until the next is asked for', async () => {
    const budget = openByteBudget(10_000)
    const { pages } = walkWithin(budget, 100, { links: nextUpTo(2) })
    await pages.next()
    expect([9_600, 9_400]).toContain(budget.free())
    await pages.next()
    expect(budget.free()).toBe(9_600)
    await pages.next()
    expect(budget.free()).toBe(10_000)
  })

  test('is free again when the caller stops', async () => {
    const budget = openByteBudget(11_000)
    // Another list of the same reading.
    budget.take(1_000)
    const { pages } = walkWithin(budget, 100)
    await pages.next()
    await pages.next()
    await pages.return()
    expect(budget.free()).toBe(10_000)
  })

  test.each([
    [10_000, 4],
    [1_001, 3],
    [1_000, 2],
    [801, 2],
    [800, 1],
    [600, 1],
  ])('of %i bytes has room for %i pages of 100 at once', async (limit, together) => {
    const { pages, asked } = walkWithin(openByteBudget(limit), 100)
    await pages.next()
    expect(asked).toHaveLength(1 + together)
    await pages.return()
  })

  test('is exceeded', async () => {
    const budget = openByteBudget(399)
    await expect(all(walkWithin(budget, 100, { links: nextUpTo(1) }).pages)).rejects.toMatchObject({
      kind: 'too_many',
      detail: `more than ${bytesOfRefresh} in bytes of one reading`,
    })
    expect(budget.free()).toBe(399)
    expect(await all(walkWithin(openByteBudget(400), 100, { links: nextUpTo(1) }).pages)).toHaveLength(1)
  })

  test('64 MB for a list, and not a byte more', async () => {
    const length = (page: string) => (page === '9' ? 1 : bytesOfList / 8)
    expect(await all(walkList({ links: nextUpTo(8), length }).pages)).toHaveLength(8)
    await expect(all(walkList({ links: nextUpTo(9), length }).pages)).rejects.toMatchObject({
      kind: 'too_many',
      detail: `more than ${bytesOfList} in bytes of a list`,
    })
  })
})
