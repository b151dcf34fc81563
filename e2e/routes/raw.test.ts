import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { findFaultOnWire } from '#testing/routes/answers.ts'
import { readAnswers } from './raw-answers.ts'

const bytes = (...parts: readonly (string | Buffer)[]) => Buffer.concat(parts.map(part => Buffer.from(part)))
const statuses = (read: ReturnType<typeof readAnswers>) => [read.answers.map(({ status }) => status), read.rest]

describe('answers in the bytes of a connection', () => {
  const two =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 404 Not Found\r\n\r\nno'

  test('are split by length, and the last by the end', () => {
    expect(statuses(readAnswers(bytes(two), 'GET', true))).toEqual([[200, 404], 'nothing'])
    expect(statuses(readAnswers(bytes(two), 'GET', false))).toEqual([[200], 'part'])
    expect(statuses(readAnswers(bytes(two.slice(0, 40)), 'GET', true))).toEqual([[], 'part'])
  })

  test('are parsed in chunks, compressed or not', () => {
    const packed = gzipSync('hello')
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n'
    const whole = bytes(head, `${packed.length.toString(16)}\r\n`, packed, '\r\n0\r\n\r\n')
    expect(readAnswers(whole, 'GET', false).answers[0]?.text).toBe('hello')
    expect(readAnswers(whole.subarray(0, -2), 'GET', true).rest).toBe('part')
  })

  test('to HEAD have no body', () => {
    const said = bytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')
    expect(statuses(readAnswers(said, 'HEAD', false))).toEqual([[200], 'nothing'])
  })

  test.each([
    'hello\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno header\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  ])('that are no HTTP are said to be none: %j', said => {
    expect(readAnswers(bytes(said), 'GET', true).rest).toBe('no HTTP')
  })
})

describe('what no answer of the running application may be', () => {
  const page = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'self'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cache-control': 'private, no-store',
  }
  const judge = (status: number, headers: Record<string, string>, text = 'Hello') =>
    findFaultOnWire(
      'app/(user)/home/page.tsx',
      { status, headers: new Headers(headers), text },
      { host: 'localhost:3000', banks: 'banks.example' },
    )

  test('a page, an empty refusal and a redirect to a page or a bank are no faults', () => {
    expect(judge(200, page)).toBeNull()
    expect(judge(400, {}, '')).toBeNull()
    expect(judge(303, { location: '/signin' }, '')).toBeNull()
    expect(judge(303, { location: 'https://1.banks.example:8080/x' }, '')).toBeNull()
  })

  test.each(Object.keys(page).slice(1))('a page without %s', name => {
    const { [name as keyof typeof page]: _, ...headers } = page
    expect(judge(200, headers)).toContain(name)
  })

  test.each<[string, number, Record<string, string>, string]>([
    ['a fault of ours', 500, {}, ''],
    ['a stack', 200, page, 'at foo (file'],
    ['markup that was asked', 200, page, '<p><script>alert(1)</script>'],
    ['text that is taken for markup', 200, { 'content-type': 'text/plain' }, 'x'],
    ['a header that was asked', 200, { ...page, 'x-evil': '1' }, ''],
    ['what it runs on', 200, { ...page, 'x-powered-by': 'Next.js' }, ''],
    ['a way to elsewhere', 307, { location: '//evil.example/home' }, ''],
    ['a way past the slash', 308, { location: '/\\evil.example' }, ''],
    ['a way to nowhere', 307, { location: 'http://' }, ''],
  ])('%s', (_, status, headers, text) => {
    expect(judge(status, headers, text)).not.toBeNull()
  })
})
