import { describe, expect, test } from 'vitest'
import { findFaultOnWire } from './answers.ts'

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
