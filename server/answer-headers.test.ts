import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { openLocal } from '#testing/local-http.ts'
import { addHeaders, policyOf, safetyHeaders, siteOf } from './answer-headers.ts'

const env = {
  APP_URL: 'http://localhost:3000',
  BANK_SCREENS: undefined,
  LOCAL_TLS: undefined,
  SANDBOX_SCREENS_PORT: 8080,
}
const site = siteOf(env)
type Answer = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  /** What the application got. */
  readonly inbound: IncomingHttpHeaders
}

/** In the application's place: answers with the headers that reached it. */
const local = openLocal(() => addHeaders(({ headers }, response) => response.end(JSON.stringify(headers)), site))
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const answer = await local(path, { headers, method })
  return { ...answer, inbound: answer.text === '' ? {} : JSON.parse(answer.text) }
}

const policy = ({ headers }: Answer) => String(headers['content-security-policy'] ?? '')
const nonceOf = (answer: Answer) => /'nonce-([^']+)'/.exec(policy(answer))?.[1]

describe('C33: the policy', () => {
  test('is strict, whole, and without unsafe-inline for scripts or style elements', () => {
    const text = policyOf('N', site)
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
  ])('is on the answer with %o', async headers => {
    const answer = await ask('/home', headers)
    expect(nonceOf(answer)).toHaveLength(24)
    expect(answer.inbound['content-security-policy']).toBe(policy(answer))
    expect(answer.inbound['x-nonce']).toBe(nonceOf(answer))
  })

  test.each(['//home', '/..//home', '/%2e%2e/', '/home.rsc', '/\\home', '/?/', '/home;a=b', '/_next/data/x.json'])(
    'is on the answer to %s too',
    async path => {
      const answer = await ask(path)
      expect(nonceOf(answer)).toHaveLength(24)
      expect(answer.inbound['content-security-policy']).toBe(policy(answer))
    },
  )

  test.each(['HEAD', 'POST', 'OPTIONS'])('is on the answer to %s', async method => {
    expect(nonceOf(await ask('/home', {}, method))).toHaveLength(24)
  })

  test('of data allows nothing, and is never that of the request', async () => {
    for (const path of ['/api/home', '/images/banks/19870', '/x/../api/home']) {
      const answer = await ask(path)
      expect(policy(answer)).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(answer.inbound['content-security-policy']).toContain("'strict-dynamic'")
    }
  })

  test('lets forms redirect to the configured banks', () => {
    const policyWith = (BANK_SCREENS: string | undefined) => policyOf('N', siteOf({ ...env, BANK_SCREENS }))
    expect(policyWith('https://*.bank.example')).toContain("form-action 'self' https://*.bank.example")
    expect(policyOf('N', siteOf({ ...env, LOCAL_TLS: '/data/tls' }))).toContain('https://*.sandbox.localhost:8080')
    expect(policyWith(undefined)).toContain("form-action 'self' http://*.sandbox.localhost:8080")
  })

  test('never repeats a nonce', async () => {
    const nonces = new Set<string | undefined>()
    for (let at = 0; at < 30; at += 1) nonces.add(nonceOf(await ask('/')))
    expect(nonces.size).toBe(30)
  })
})

describe('C34: headers that a client may not set', () => {
  test.each([
    ['content-security-policy', "script-src 'nonce-EVIL'"],
    ['content-security-policy-report-only', "script-src 'nonce-EVIL'"],
    ['Content-Security-Policy', "script-src 'nonce-EVIL'"],
    ['x-nonce', 'EVIL'],
    ['x-middleware-subrequest', 'proxy:proxy:proxy:proxy:proxy:EVIL'],
    ['x-middleware-rewrite', '/EVIL'],
    ['x-forwarded-for', 'EVIL'],
    ['x-forwarded-host', 'EVIL.example'],
    ['x-forwarded-proto', 'EVIL'],
    ['x-real-ip', 'EVIL'],
    ['forwarded', 'for=EVIL'],
    ['x-guichet-path', '/EVIL'],
  ])('%s does not reach a page', async (name, value) => {
    for (const path of ['/home', '/api/home']) {
      const answer = await ask(path, { [name]: value, 'accept-language': 'fr' })
      expect(JSON.stringify(answer.inbound)).not.toContain('EVIL')
      expect(JSON.stringify(answer.headers)).not.toContain('EVIL')
      expect(answer.inbound['accept-language']).toBe('fr')
    }
  })
})

describe('other headers', () => {
  test('C36: nothing personal is cached, public files may be', async () => {
    for (const path of ['/', '/home', '/api/home', '/accounts/1', '/callback/19870', '/signin']) {
      expect((await ask(path)).headers['cache-control']).toBe('private, no-store')
    }
    for (const path of ['/_next/static/a.js', '/button/1.js', '/certificates/qseal_ab.pem', '/favicon.ico']) {
      expect((await ask(path)).headers['cache-control']).toBeUndefined()
    }
  })

  test('shops can show our button and the logos of banks, and banks fetch our certificates; the rest is for our own pages', async () => {
    const of = async (path: string) => (await ask(path)).headers['cross-origin-resource-policy']
    expect(await of('/images/banks/19870?v=abc')).toBe('cross-origin')
    expect(await of('/certificates/qseal_ab.pem')).toBe('cross-origin')
    expect(await of('/button/1.js')).toBe('cross-origin')
    expect(await of('/images/other.svg')).toBe('same-origin')
    expect(await of('/home')).toBe('same-origin')
  })

  test('C6: a callback sends no referrer, and neither does the page after it', async () => {
    const answer = await ask('/callback/19870?code=SECRET&state=x')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect(answer.inbound['x-guichet-path']).toBe('/callback/19870')
    expect((await ask('/home')).headers['referrer-policy']).toBe('same-origin')
  })

  test('the others are present', async () => {
    const { headers } = await ask('/home?a=b')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toContain('geolocation=()')
  })

  test('a page knows its own address, without what the framework adds to it', async () => {
    const of = async (path: string) => (await ask(path)).inbound['x-guichet-path']
    expect(await of('/home?a=b')).toBe('/home?a=b')
    expect(await of('/home?a=b%20c&_rsc=1f2e')).toBe('/home?a=b+c')
    expect(await of('/home?_rsc=1f2e')).toBe('/home')
    expect(await of('/home/../accounts')).toBe('/accounts')
  })

  test('HSTS with https only', () => {
    for (const here of ['http://localhost:3000', 'https://localhost:3000', 'https://localhost'])
      expect(safetyHeaders('/', here)).not.toHaveProperty('Strict-Transport-Security')
    expect(safetyHeaders('/', 'https://guichet.example')).toHaveProperty(
      'Strict-Transport-Security',
      'max-age=63072000',
    )
  })
})

describe('the language that a shop wants for its payer', () => {
  test('is kept for the payer’s pages, and leaves the address', async () => {
    const answer = await ask('/pay/AAAAAAAAAAAAAAAAAAAAAA?lang=en&bank=19870')
    expect([answer.status, answer.headers.location]).toEqual([307, '/pay/AAAAAAAAAAAAAAAAAAAAAA?bank=19870'])
    expect(answer.headers['set-cookie']).toEqual([
      'guichet_pay_language=en; Path=/pay; Max-Age=86400; HttpOnly; SameSite=Lax',
    ])
    expect(policy(answer)).not.toBe('')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect((await ask('/pay/A?lang=fr')).headers.location).toBe('/pay/A')
  })

  test.each(['/pay/A', '/pay/A?lang=', '/pay/A?lang=de', '/pay/A?lang=en%0d%0a', '/payments?lang=en', '/?lang=fr'])(
    '%s is answered as it is',
    async path => {
      const answer = await ask(path)
      expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
    },
  )

  test.each(['/pay//evil.example/?lang=en', '/pay/\\evil.example/?lang=en'])('%s stays on our host', async path => {
    expect((await ask(path)).headers.location).toBe('/pay//evil.example/')
  })

  test('a path outside of the payer’s pages has no wish, however it is written', async () => {
    expect((await ask('/pay/../../evil.example/?lang=en')).status).toBe(200)
  })
})
