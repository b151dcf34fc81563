import { NextRequest } from 'next/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as module from './proxy.ts'

const { policyOf, proxy, safetyHeaders } = module

function ask(path: string, headers: Record<string, string> = {}) {
  return proxy(new NextRequest(`http://localhost:3000${path}`, { headers }))
}

/** What Next passes to the page: `x-middleware-request-*` of the answer. */
function inbound(answer: Response, name: string): string | null {
  const names = (answer.headers.get('x-middleware-override-headers') ?? '').split(',')
  return names.includes(name) ? answer.headers.get(`x-middleware-request-${name}`) : null
}

const policy = (answer: Response) => answer.headers.get('content-security-policy') ?? ''
const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(policy(answer))?.[1]

afterEach(() => vi.unstubAllEnvs())

describe('C33: the policy', () => {
  test('is strict, whole, and without unsafe-inline for scripts or style elements', () => {
    const text = policyOf({ nonce: 'N', bankScreens: 'http://*.sandbox.localhost:8080', development: false })
    const directives = new Map(text.split('; ').map(part => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]))
    expect(directives.get('script-src')).toBe("'self' 'nonce-N' 'strict-dynamic'")
    expect(directives.get('style-src')).toBe("'self' 'nonce-N'")
    expect(directives.get('object-src')).toBe("'none'")
    expect(directives.get('base-uri')).toBe("'none'")
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(directives.get('form-action')).toBe("'self' http://*.sandbox.localhost:8080")
    expect(text.split('; ').filter(part => part.includes('unsafe'))).toEqual(["style-src-attr 'unsafe-inline'"])
  })

  test.each([
    {},
    { purpose: 'prefetch' },
    { 'next-router-prefetch': '1' },
    { rsc: '1' },
    { 'sec-purpose': 'prefetch' },
  ])('stands on the answer with %o', headers => {
    const answer = ask('/home', headers)
    expect(nonceOf(answer)).toHaveLength(24)
    expect(inbound(answer, 'content-security-policy')).toBe(policy(answer))
    expect(inbound(answer, 'x-nonce')).toBe(nonceOf(answer))
  })

  test('has no matcher that a header or path could bypass', () => {
    expect('config' in module).toBe(false)
  })

  test('never repeats a nonce', () => {
    expect(new Set(Array.from({ length: 100 }, () => nonceOf(ask('/')))).size).toBe(100)
  })

  test('lets forms redirect to the configured banks', () => {
    vi.stubEnv('BANK_SCREENS', 'https://*.bank.example')
    expect(policy(ask('/'))).toContain("form-action 'self' https://*.bank.example")
    vi.stubEnv('BANK_SCREENS', '')
    vi.stubEnv('SANDBOX_SCREENS_PORT', '9090')
    expect(policy(ask('/'))).toContain("form-action 'self' http://*.sandbox.localhost:9090")
  })
})

describe('C34: headers that a client may not set', () => {
  test.each([
    ['content-security-policy', "script-src 'nonce-EVIL'"],
    ['content-security-policy-report-only', "script-src 'nonce-EVIL'"],
    ['x-nonce', 'EVIL'],
    ['x-middleware-subrequest', 'proxy:proxy:proxy:proxy:proxy'],
    ['x-middleware-rewrite', '/EVIL'],
    ['x-forwarded-for', 'EVIL'],
    ['x-forwarded-host', 'EVIL.example'],
    ['x-forwarded-proto', 'EVIL'],
    ['x-real-ip', 'EVIL'],
    ['forwarded', 'for=EVIL'],
    ['x-guichet-path', '/EVIL'],
  ])('%s does not reach a page', (name, value) => {
    const answer = ask('/home', { [name]: value, 'accept-language': 'fr' })
    expect(inbound(answer, name) ?? '').not.toContain('EVIL')
    expect(policy(answer)).not.toContain('EVIL')
    expect(inbound(answer, 'accept-language')).toBe('fr')
  })
})

describe('other headers', () => {
  test('C36: nothing personal is cached, public files may be', () => {
    for (const path of ['/', '/home', '/api/home', '/accounts/1', '/callback/19870', '/signin']) {
      expect(ask(path).headers.get('cache-control')).toBe('private, no-store')
    }
    for (const path of ['/_next/static/a.js', '/certificates/qseal_ab.pem', '/favicon.ico']) {
      expect(ask(path).headers.get('cache-control')).toBeNull()
    }
  })

  test('shops can show the logos of banks, and banks fetch our certificates; the rest is for our own pages', () => {
    const of = (path: string) => ask(path).headers.get('cross-origin-resource-policy')
    expect(of('/images/banks/19870?v=abc')).toBe('cross-origin')
    expect(of('/certificates/qseal_ab.pem')).toBe('cross-origin')
    expect(of('/images/other.svg')).toBe('same-origin')
    expect(of('/home')).toBe('same-origin')
  })

  test('C6: a callback sends no referrer, and neither does the page after it', () => {
    const answer = ask('/callback/19870?code=SECRET&state=x')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(inbound(answer, 'x-guichet-path')).toBe('/callback/19870')
    expect(ask('/home').headers.get('referrer-policy')).toBe('same-origin')
  })

  test('the others are present', () => {
    const { headers } = ask('/home?a=b')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
    expect(inbound(ask('/home?a=b'), 'x-guichet-path')).toBe('/home?a=b')
  })

  test('HSTS with https only', () => {
    expect(safetyHeaders('/', 'http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security')
    expect(safetyHeaders('/', 'https://guichet.example')).toHaveProperty('Strict-Transport-Security')
  })
})

describe('the language that a shop wants for its payer', () => {
  test('is kept for the payer’s pages, and leaves the address', () => {
    const answer = ask('/pay/AAAAAAAAAAAAAAAAAAAAAA?lang=en&bank=19870')
    const address = 'http://localhost:3000/pay/AAAAAAAAAAAAAAAAAAAAAA?bank=19870'
    expect([answer.status, answer.headers.get('location')]).toEqual([307, address])
    expect(answer.headers.get('set-cookie')).toMatch(/^guichet_pay_language=en; Path=\/pay;.*HttpOnly; SameSite=lax$/i)
    expect(policy(answer)).not.toBe('')
  })

  test.each(['/pay/A', '/pay/A?lang=', '/pay/A?lang=de', '/pay/A?lang=en%0d%0a', '/payments?lang=en', '/?lang=fr'])(
    '%s is answered as it is',
    path => {
      const answer = ask(path)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    },
  )

  test('a path that looks like another host stays on ours', () => {
    const { headers } = ask('/pay//evil.example/?lang=en')
    expect(headers.get('location')).toBe('http://localhost:3000/pay//evil.example/')
  })
})
