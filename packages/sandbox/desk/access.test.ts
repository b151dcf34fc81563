import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkWhoAsks, isLoopback } from './access.ts'
import { pathOf, sections } from './page-parts.ts'
import { startTestDesk, type TestDesk } from './test-server.ts'

const asking = (address: string | null, headers: Record<string, string> = {}, host = 'sandbox.localhost:8080') => ({
  address,
  host,
  method: 'GET',
  header: (name: string) => headers[name] ?? null,
})

describe('access to the desk', () => {
  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('%s is this machine', address => {
    expect(isLoopback(address)).toBe(true)
    expect(() => checkWhoAsks(asking(address), ['loopback'])).not.toThrow()
  })

  test.each(['192.168.1.9', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '127.0.0.1.evil', '1127.0.0.1', ''])(
    '%s is not',
    address => {
      expect(() => checkWhoAsks(asking(address), ['loopback'])).toThrow(/this machine only/)
    },
  )

  test('a request without an address, or through a proxy on this machine, is refused', () => {
    expect(() => checkWhoAsks(asking(null), ['loopback'])).toThrow(/this machine only/)
    for (const name of ['forwarded', 'x-forwarded-for', 'x-real-ip']) {
      expect(() => checkWhoAsks(asking('127.0.0.1', { [name]: '203.0.113.7' }), ['loopback'])).toThrow(/this machine/)
    }
  })

  test('addresses in the setting are allowed', () => {
    expect(() => checkWhoAsks(asking('192.168.1.9'), ['loopback', '192.168.1.9'])).not.toThrow()
    expect(() => checkWhoAsks(asking('::ffff:192.168.1.9'), ['192.168.1.9'])).not.toThrow()
    expect(() => checkWhoAsks(asking('203.0.113.7'), ['any'])).not.toThrow()
    expect(() => checkWhoAsks(asking('127.0.0.1'), ['192.168.1.9'])).toThrow(/this machine only/)
  })

  test.each(['evil.example', 'sandbox.localhost.evil.example', '19870.sandbox.localhost', '127.0.0.1', ''])(
    'not under the name %s (DNS rebinding)',
    host => {
      expect(() => checkWhoAsks(asking('127.0.0.1', {}, host), ['any'])).toThrow(/answers to/)
    },
  )
})

describe('over the wire', () => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await startTestDesk()
  })
  afterAll(() => desk.close())
  const freeze = { method: 'PUT', json: { move: 'freeze' } }
  const own = () => `http://sandbox.localhost:${desk.port}`

  test.each(['/desk', '/desk/api/clock', '/desk/openapi.json', '/desk/api/wire/live', '/desk/assets/desk.js'])(
    '%s: not under a bank’s name, not through a proxy',
    async path => {
      for (const headers of [{ host: '19870.sandbox.localhost' }, { 'x-forwarded-for': '203.0.113.7' }]) {
        expect((await desk.send(path, { headers })).status).toBe(403)
      }
      expect((await desk.send(path, { headers: { host: 'evil.example' } })).status).toBe(421)
    },
  )

  test('a change from another site, or without JSON, is refused', async () => {
    const send = (headers: Record<string, string>) => desk.send('/desk/api/clock', { ...freeze, headers })
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://19870.sandbox.localhost' },
    ]) {
      expect((await send(headers as Record<string, string>)).status).toBe(403)
    }
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await desk.send('/desk/api/faults', { method: 'POST' })).status).toBe(415)
    expect((await desk.ask('GET', '/clock')).body.frozen).toBe(false)
    expect((await send({ origin: own(), 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('a DELETE needs no content type, and is refused from another site', async () => {
    const repair = (headers: Record<string, string>) => desk.send('/desk/api/faults', { method: 'DELETE', headers })
    expect((await repair({})).status).toBe(200)
    expect((await repair({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await repair({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const asked = await desk.send('/desk/api/faults', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([404, null])
  })

  test('a form without the page’s token is refused; with it the page is shown again', async () => {
    const form = { move: 'unfreeze', 'back:section': 'clock' }
    expect((await desk.send('/desk/do/moveClock', { method: 'POST', form })).status).toBe(403)
    const page = await desk.send('/desk/clock')
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const done = await desk.send('/desk/do/moveClock', { method: 'POST', form: { ...form, token } })
    expect(done).toMatchObject({ status: 303 })
    expect(done.headers.get('location')).toBe('/desk/clock?done=moveClock')
    expect((await desk.ask('GET', '/clock')).body.frozen).toBe(false)
    const evil = { method: 'POST', form: { ...form, token }, headers: { origin: 'https://evil.example' } }
    expect((await desk.send('/desk/do/moveClock', evil)).status).toBe(403)
  })

  test('a refused form shows the reason on the page', async () => {
    const page = await desk.send('/desk/clock')
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const form = { token, 'back:section': 'people', bankCode: '19870', firstName: ' ', lastName: 'X' }
    const refused = await desk.send('/desk/do/addPerson', { method: 'POST', form })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('role="alert"')
    expect(refused.text).toContain('<a href="/desk/people" aria-current="page">')
  })

  test('a browser under another host name is told the right one, in its language', async () => {
    const headers = { host: `19870.sandbox.localhost:${desk.port}`, accept: 'text/html', 'accept-language': 'fr' }
    const answer = await desk.send('/desk', { headers })
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('<html lang="fr">')
    expect(answer.text).toContain(`href="http://sandbox.localhost:${desk.port}/desk"`)
    const proxied = await desk.send('/desk', { headers: { accept: 'text/html', 'x-forwarded-for': '203.0.113.7' } })
    expect([proxied.status, proxied.text.includes('SANDBOX_DESK_ALLOW')]).toEqual([403, true])
    expect((await desk.send('/desk/api/clock', { headers })).body.error).toBe('other_host')
  })
})

describe('the page', () => {
  let desk: TestDesk
  beforeAll(async () => {
    desk = await startTestDesk()
  })
  afterAll(() => desk.close())

  test.each([
    ['fr', 'Le bureau de contrôle', 'Rien ici n’est réel'],
    ['en', 'The control desk', 'Nothing here is real'],
  ])('speaks %s, says that it is a sandbox, has nothing inline', async (language, title, warning) => {
    await desk.get('/accounts', await desk.token())
    for (const section of sections) {
      const page = await desk.send(`${pathOf(section)}?lang=${language}&person=camille-bernard`)
      expect(page.status, section).toBe(200)
      expect(page.text).toContain(`<html lang="${language}">`)
      expect(page.text).toContain(title)
      expect(page.text).toContain(warning)
      expect(page.text).not.toMatch(/<style|style="|<script(?! src=")|\son\w+="/)
      expect(page.text.match(/<h1/g)).toHaveLength(1)
      expect(page.text.match(/<a href="[^"]*" aria-current="page">/g)).toEqual([
        `<a href="${pathOf(section)}?person=camille-bernard" aria-current="page">`,
      ])
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  test('escapes names and remittance information', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const wish = { bankCode: '19870', firstName: hostile, lastName: hostile }
    const { body } = await desk.ask('POST', '/people', wish)
    const entry = { amount: '1', status: 'PDNG', lines: [hostile] }
    await desk.ask('POST', `/accounts/${body.accounts[0].id}/entries`, entry)
    const page = await desk.send(`/desk/people?person=${body.id}`)
    expect(page.text).toContain('&lt;img src=x')
    expect(page.text).not.toContain('<img src=x')
  })

  test('is linked from the start page', async () => {
    expect((await desk.send('/')).text).toContain('href="/desk"')
  })
})
