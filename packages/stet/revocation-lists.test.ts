import { X509Certificate } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type ChainLink, createRevocationLists, linksOf } from './revocation-lists.ts'
import { type Issued, issue, makeAuthority } from './testing/certificates.ts'
import { type ListOrder, makeRevocationList } from './testing/revocation-list.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const open: (() => Promise<void>)[] = []
let now: Date

const authority = await makeAuthority('Test authority')
const server = await issue(authority, { name: 'bank', points: ['http://ca.example/1.crl'] })
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const linkOf = ({ cert }: Issued): ChainLink => {
  const [link] = linksOf([new X509Certificate(cert), new X509Certificate(authority.cert)])
  if (link === undefined) throw new Error('no link')
  return link
}
const later = (ms: number) => new Date(now.getTime() + ms)
const listOf = (revoked: readonly string[], order: ListOrder = {}) =>
  makeRevocationList(authority, revoked, { from: now, until: later(24 * hourMs), ...order })

/** CRLs fetched from `answer`, with a clock at `now`. */
function scripted(answer: () => Buffer | Promise<Buffer>) {
  now = new Date()
  const fetched: string[] = []
  const lists = createRevocationLists({
    clock: () => now,
    fetch: async url => {
      fetched.push(url.href)
      return answer()
    },
  })
  const settle = async (link: ChainLink) => {
    await lists.dueLists([link])
    return lists.statusOf(link)
  }
  return { lists, fetched, settle }
}

describe('revocation lists', () => {
  test('are fetched one at a time, used for an hour, then fetched again', async () => {
    const { lists, fetched, settle } = scripted(() => listOf([]))
    const link = linkOf(server)
    expect(lists.statusOf(link)).toBe('unknown')
    await Promise.all([lists.dueLists([link]), lists.dueLists([link])])
    expect([lists.statusOf(link), lists.dueLists([link]), fetched.length]).toEqual(['good', null, 1])
    now = later(hourMs - 1)
    expect([await settle(link), fetched.length]).toEqual(['good', 1])
    now = later(1)
    expect([await settle(link), fetched]).toEqual(['good', Array(2).fill('http://ca.example/1.crl')])
  })

  test('are not used after their next update is due', async () => {
    const { lists, fetched, settle } = scripted(() => listOf([], { until: later(10 * minuteMs) }))
    const link = linkOf(server)
    expect(await settle(link)).toBe('good')
    now = later(11 * minuteMs)
    expect(lists.statusOf(link)).toBe('unknown')
    expect([await settle(link), fetched.length]).toEqual(['good', 2])
  })

  test('that failed are retried after five minutes, and known revocations stay', async () => {
    let answer = () => listOf([server.cert])
    const { fetched, settle } = scripted(() => answer())
    const link = linkOf(server)
    expect(await settle(link)).toBe('revoked')
    answer = () => {
      throw new Error('away')
    }
    now = later(48 * hourMs)
    expect([await settle(link), fetched.length]).toEqual(['revoked', 2])
    now = later(5 * minuteMs - 1)
    expect([await settle(link), fetched.length]).toEqual(['revoked', 2])
    answer = () => listOf([])
    now = later(1)
    expect([await settle(link), fetched.length]).toEqual(['good', 3])
  })

  test('confirm nothing while they can not be renewed', async () => {
    let answer = () => listOf([])
    const { settle } = scripted(() => answer())
    const link = linkOf(server)
    expect(await settle(link)).toBe('good')
    answer = () => Buffer.from('no list')
    now = later(hourMs)
    expect(await settle(link)).toBe('unknown')
  })

  test('older than the known one change nothing', async () => {
    let answer = () => listOf([server.cert])
    const { settle } = scripted(() => answer())
    const link = linkOf(server)
    expect(await settle(link)).toBe('revoked')
    answer = () => listOf([], { from: later(-2 * hourMs), until: later(hourMs) })
    now = later(hourMs)
    expect(await settle(link)).toBe('revoked')
  })

  test('that are outdated still revoke, and are fetched again', async () => {
    const { fetched, settle } = scripted(() => listOf([server.cert], { from: later(-hourMs), until: later(-1_000) }))
    const link = linkOf(server)
    expect([await settle(link), fetched.length]).toEqual(['revoked', 1])
    now = later(5 * minuteMs)
    expect([await settle(link), fetched.length]).toEqual(['revoked', 2])
  })

  test('are limited to a hundred: others are fetched once one was unused for an hour', async () => {
    const { fetched, settle } = scripted(() => listOf([]))
    const at = (number: number): ChainLink => {
      const url = new URL(`http://ca.example/${number}.crl`)
      return { ...linkOf(server), points: [{ url, key: url.href }] }
    }
    for (let number = 0; number < 100; number += 1) await settle(at(number))
    expect([await settle(at(100)), fetched.length]).toEqual(['unknown', 100])
    now = later(hourMs)
    expect([await settle(at(100)), fetched.length]).toEqual(['good', 101])
  })
})

describe('fetching a list', () => {
  async function serve(handler: RequestListener) {
    const http = createServer(handler)
    await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
    open.push(
      () =>
        new Promise(resolve => {
          http.close(() => resolve())
          http.closeAllConnections()
        }),
    )
    const { port } = http.address() as AddressInfo
    const url = new URL(`http://lists.localhost:${port}/1.crl`)
    const link = { ...linkOf(server), points: [{ url, key: url.href }] }
    const lists = createRevocationLists()
    await lists.dueLists([link])
    return lists.statusOf(link)
  }
  const good = () => makeRevocationList(authority, [])

  test('over HTTP, at *.localhost', async () => {
    expect(await serve((_, response) => response.end(good()))).toBe('good')
  })

  test.each<[string, RequestListener]>([
    [
      'a redirect',
      (request, response) =>
        request.url === '/1.crl' ? response.writeHead(302, { location: '/2.crl' }).end() : response.end(good()),
    ],
    ['a refusal', (_, response) => response.writeHead(404).end(good())],
    ['more than 4 MB', (_, response) => response.end(Buffer.concat([good(), Buffer.alloc(4 * 1024 * 1024)]))],
    ['a connection that ends', (_, response) => response.destroy()],
    [
      'a body that ends early',
      (_, response) => response.writeHead(200, { 'content-length': 10_000 }).write(good(), () => response.destroy()),
    ],
  ])('%s is none', async (_, handler) => {
    expect(await serve(handler)).toBe('unknown')
  })
})
