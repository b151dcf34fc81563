import { createHash, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { registrationClientIds } from '#sandbox/oauth/client.ts'
import { catalogue } from '#sandbox/people/catalogue.ts'
import { outcomes } from '#sandbox/pis/outcomes.ts'
import { banks } from './banks.ts'
import { openTestBank, type Page, Visitor, Walk } from './screens/test-visitor.ts'
import { parseSignatureHeader } from './wire/signature-header.ts'

const hostile = '<script>alert(1)</script>"&\''
const bank = await openTestBank({ softwareId: hostile, legalName: `${hostile} SARL` })
afterAll(() => bank.close())

describe('hosts', () => {
  test.each(['evil.example', '19875.sandbox.localhost', 'a.19870.sandbox.localhost', '127.0.0.1.evil.example'])(
    '%s is told that nobody answers under it, on every path (C59)',
    async host => {
      for (const path of [
        '/',
        '/stet/psd2/oauth/authorize',
        '/assets/screens.css',
        '/desk',
        '/desk/api/people',
        '/healthz',
      ]) {
        const { status, text } = await new Visitor(bank, host).get(path)
        expect([status, text]).toEqual([421, expect.stringContaining('No bank answers under this name')])
      }
    },
  )

  test.each(['localhost', '127.0.0.1', '[::1]'])('%s: front pages redirect to their own host name', async host => {
    const visitor = new Visitor(bank, host)
    for (const path of ['/', '/desk', '/reference/registration']) {
      const page = await visitor.get(path)
      expect([page.status, page.location]).toEqual([302, `http://sandbox.localhost:${bank.port}${path}`])
    }
    for (const path of ['/stet/psd2/oauth/authorize', '/assets/screens.css', '//evil.example', '/desk/api/people'])
      expect((await visitor.get(path)).status).toBe(404)
    expect((await visitor.send('POST', '/')).status).toBe(404)
  })

  test('health is available to this machine, also by its address', async () => {
    const page = await new Visitor(bank, '127.0.0.1').get('/healthz')
    expect(JSON.parse(page.text)).toMatchObject({ status: 'ok', applications: 1 })
  })

  test('the start page’s host serves the statistics of a quarter; other names of a quarter are refused', async () => {
    await new Visitor(bank, '19870.sandbox.localhost').get('/')
    const visitor = new Visitor(bank, 'sandbox.localhost')
    const { days } = JSON.parse((await visitor.get('/statistics')).text)
    expect(days).toContainEqual(expect.objectContaining({ bankCode: '19870', interface: 'customers', uptime: 100 }))
    const csv = await visitor.get('/statistics?format=csv')
    expect(csv.text).toMatch(/^bank_code,interface,day,uptime_percent,.*\r\n19870,customers,\d{4}-\d\d-\d\d,100,0,/)
    expect(await visitor.get('/statistics?quarter=2026')).toMatchObject({
      status: 400,
      text: expect.stringContaining('quarter'),
    })
  })

  test('the start page’s host serves the revocation list of the authority', async () => {
    const list = await new Visitor(bank, 'sandbox.localhost').get('/revoked.crl')
    expect([list.status, list.text]).toEqual([200, expect.stringContaining('Groupe Rivages Sandbox CA')])
  })

  test('the start page’s host has no authorize', async () => {
    expect((await new Visitor(bank, 'sandbox.localhost').get('/stet/psd2/oauth/authorize')).status).toBe(404)
  })
})

async function everyPage(): Promise<[string, Page][]> {
  const walk = await Walk.begin(new Visitor(bank))
  const pages: [string, Page][] = [['identifier', await walk.page()]]
  await walk.reach('password')
  pages.push(['password', await walk.page()])
  await walk.press('password', { password: '135790' })
  pages.push(['code', await walk.page()])
  await walk.pressCode()
  pages.push(['approval', await walk.page()])
  await walk.press('refuse')
  pages.push(['ended', await walk.page()])
  const gone = await Walk.begin(new Visitor(bank))
  await gone.reach('terminated')
  pages.push(['terminated', await gone.page()])
  pages.push(['problem', await new Visitor(bank).get('/nothing')])
  pages.push(['home', await new Visitor(bank).get('/')])
  pages.push(['start', await new Visitor(bank, 'sandbox.localhost').get('/')])
  return pages
}

describe('every page', () => {
  test('escapes the names of a TPP', async () => {
    for (const [name, page] of await everyPage()) {
      expect(page.text, name).not.toContain('<script>alert')
      if (['identifier', 'code', 'approval'].includes(name)) expect(page.text, name).toContain('&lt;script&gt;alert(1)')
    }
  })

  test('has the security headers, nothing inline, nothing from elsewhere', async () => {
    for (const [name, page] of await everyPage()) {
      const csp = page.headers.get('content-security-policy') ?? ''
      expect(csp, name).toContain("script-src 'self'")
      expect(csp, name).toContain("frame-ancestors 'none'")
      expect(csp, name).not.toContain('unsafe')
      expect(page.headers.get('cache-control'), name).toBe('no-store')
      expect(page.headers.get('referrer-policy'), name).toBe('no-referrer')
      expect(page.headers.get('x-content-type-options'), name).toBe('nosniff')
      expect(page.text, name).not.toMatch(/<style|style="|<script(?! src=")|\son\w+="/)
      expect(page.text, name).not.toMatch(/(src|href)="https?:\/\/(?!(\d+\.)?sandbox\.localhost|tpp\.example)/)
    }
  })

  test('is labelled as a sandbox, in its language, with one h1', async () => {
    for (const [name, page] of await everyPage()) {
      expect(page.text, name).toContain('Bac à sable – banque fictive')
      expect(page.text, name).toContain('<html lang="fr">')
      expect(page.text.match(/<h1/g), name).toHaveLength(1)
    }
  })

  test('allows a form to redirect only to the TPP', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    expect((await walk.page()).headers.get('content-security-policy')).toContain(
      "form-action 'self' https://tpp.example",
    )
  })
})

test('the cookie of an authorization is HttpOnly, Lax and bound to its path', async () => {
  const visitor = new Visitor(bank)
  const walk = await Walk.begin(visitor)
  const [line] = (
    await visitor.get(
      `/stet/psd2/oauth/authorize?response_type=code&client_id=tpp-1&scope=aisp&redirect_uri=${encodeURIComponent('https://tpp.example/cb')}`,
    )
  ).headers.getSetCookie()
  expect(line).toMatch(
    /^authorization=[\w-]{43}; Path=\/stet\/psd2\/oauth\/authorize\/[\w-]{43}; HttpOnly; SameSite=Lax$/,
  )
  expect(walk.path).toMatch(/\/[\w-]{43}$/)
})

describe('language', () => {
  test('follows Accept-Language, then the switch, which stays for the whole visit', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    expect(await walk.text()).toContain('Votre identifiant')
    expect((await walk.visitor.get(`${walk.path}?lang=en`)).location).toBe(walk.path)
    expect(await walk.text()).toContain('Your customer ID')
    await walk.reach('code')
    const { text } = await walk.page()
    expect(text).toContain('Confirm it’s you')
    expect(text).toContain('<html lang="en">')
  })

  test('an open form stays valid when the language changes', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    const turn = await walk.turn()
    await walk.visitor.get(`${walk.path}?lang=en`)
    await walk.press('identifier', { identifier: '10020002' }, turn)
    expect(await walk.text()).toContain('Your password')
  })
})

describe('the remembered identifier', () => {
  test('is stored if the customer asks for it, and deleted when they untick it', async () => {
    const visitor = new Visitor(bank)
    const first = await Walk.begin(visitor)
    await first.press('identifier', { identifier: '10020002', remember: 'yes' })
    const second = await Walk.begin(visitor)
    expect(await second.text()).toContain('value="10020002"')
    await second.press('identifier', { identifier: '10020002' })
    const third = await Walk.begin(visitor)
    expect(await third.text()).not.toContain('value="10020002"')
  })

  test('is not used at another bank', async () => {
    const visitor = new Visitor(bank)
    const walk = await Walk.begin(visitor)
    const page = await walk.press('identifier', { identifier: '10020002', remember: 'yes' })
    expect(page.headers.get('set-cookie')).not.toMatch(/domain=/i)
  })
})

describe('the keypad', () => {
  test('has every digit once, in a changing order', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    await walk.reach('password')
    const orders = new Set<string>()
    for (let times = 0; times < 5; times++) {
      const digits = [...(await walk.text()).matchAll(/data-digit="(\d)">\1</g)].map(match => match[1])
      expect([...digits].sort().join('')).toBe('0123456789')
      orders.add(digits.join(''))
    }
    expect(orders.size).toBeGreaterThan(1)
  })

  test('is hidden without scripts, and the field takes the password', async () => {
    const walk = await Walk.begin(new Visitor(bank))
    await walk.reach('password')
    const { text } = await walk.page()
    expect(text).toMatch(/class="keypad"[^>]* hidden>/)
    expect(text).toMatch(/<input id="password" name="password" type="password"/)
  })
})

test('a form that is too long is refused', async () => {
  const walk = await Walk.begin(new Visitor(bank))
  expect((await walk.press('identifier', { identifier: '1'.repeat(20_000) }, '0')).status).toBe(413)
})

test('the start page lists banks, people, certificates, the constant and a call', async () => {
  const start = new Visitor(bank, 'sandbox.localhost')
  for (const language of ['fr', 'en'] as const) {
    const { text } = await start.get(`/?lang=${language}`)
    const facts = [
      ...banks.map(({ code }) => `https://${code}.sandbox.localhost:${bank.sandbox.ports.api}`),
      ...catalogue.map(person => person.identifier),
      ...catalogue.map(person => person.password),
      ...registrationClientIds,
      '/pki/ca.pem',
      'npm run keys -- --org',
      '127.0.0.1 sandbox.localhost 19870.sandbox.localhost',
      '--resolve 19870.sandbox.localhost:',
      'password_locked',
      '900',
      'CUST refused by the customer',
      ...outcomes.map(({ meaning }) => meaning[language].replaceAll("'", '&#39;')),
      'fallback: 1',
      '.sandbox.localhost:8080/phone',
      'href="/desk"',
    ]
    for (const fact of facts) expect(text).toContain(fact)
  }
})

test('the start page signs an example with the TPP’s key, which its public key verifies', async () => {
  const start = new Visitor(bank, 'sandbox.localhost')
  const { text } = await start.get('/')
  const shown = [...text.matchAll(/<pre[^>]*id="signing-\d"[^>]*>([^<]*)/g)].map(([, part = '']) =>
    part.replaceAll('&quot;', '"').replaceAll('&#39;', "'"),
  )
  const [body = '', signed = '', proof = ''] = shown
  expect(signed).toContain(`digest: SHA-256=${createHash('sha256').update(body).digest('base64')}`)
  const header = parseSignatureHeader(proof.split('Signature: ')[1] ?? '')
  if (!header.ok) throw new Error(header.fault)
  const seal = readFileSync(`${bank.sandbox.settings.dataDir}/pki/tpp/qseal.pem`)
  expect(verify('RSA-SHA256', Buffer.from(signed), seal, header.signature.signature)).toBe(true)
})

test('each bank’s home page has its own people only', async () => {
  for (const { code } of banks) {
    const { text } = await new Visitor(bank, `${code}.sandbox.localhost`).get('/')
    for (const person of catalogue) expect(text.includes(`>${person.identifier}</code>`)).toBe(person.bankCode === code)
  }
})

test('files are cached under a version that changes with them', async () => {
  const visitor = new Visitor(bank)
  const { text } = await visitor.get('/')
  const href = /href="(\/assets\/screens\.css\?v=[0-9a-f]{12})"/.exec(text)?.[1] ?? ''
  const css = await visitor.get(href)
  expect([css.status, css.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await visitor.get('/assets/../server.ts')).status).toBe(404)
})
