import { afterAll, describe, expect, test } from 'vitest'
import { writeSetting } from '#sandbox/store/settings.ts'
import { authorizeUrl, openTestBank, type Page, Visitor, Walk } from './test-visitor.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

const bank = await openTestBank()
afterAll(() => bank.close())

const onPhone = { 'user-agent': iPhone }

async function begin(app: string | null, headers: Record<string, string> = onPhone, code = '19870'): Promise<Walk> {
  const visitor = new Visitor(bank, `${code}.sandbox.localhost`)
  if (app !== null) await visitor.send('POST', '/phone', { form: { app } })
  const { location } = await visitor.get(authorizeUrl(), headers)
  return new Walk(visitor, location)
}

const isApp = (page: Page) => page.text.includes('Cette page tient lieu de l’application de la banque.')

describe('authorize from a phone', () => {
  test('opens the page that simulates the app, and the same screens lead back', async () => {
    const walk = await begin('6.4.0')
    const first = await walk.page()
    expect(isApp(first)).toBe(true)
    expect(first.text).toContain('Version 6.4.0')
    await walk.reach('code')
    expect(isApp(await walk.page())).toBe(true)
    await walk.pressCode()
    const back = await walk.press('approve')
    expect(new URL(back.location).searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['without the app', null, {}],
    ['with an app never opened', '7.1.0-new', {}],
    ['with an app too old', '6.3.2', {}],
    ['from a computer', '7.1.0', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' }],
  ])('%s: the web view, and the same journey', async (_name, app, headers) => {
    const walk = await begin(app, { ...onPhone, ...headers })
    expect(isApp(await walk.page())).toBe(false)
    await walk.reach('approval')
    expect(new URL((await walk.press('approve')).location).searchParams.has('code')).toBe(true)
  })

  test('at a bank for professionals: the web view', async () => {
    expect(isApp(await (await begin('7.1.0', onPhone, '19873')).page())).toBe(false)
  })

  test('at a bank for both: the app accepts private identifiers only', async () => {
    const walk = await begin('7.1.0', onPhone, '19872')
    expect(isApp(await walk.page())).toBe(true)
    await walk.press('identifier', { identifier: '20050001-01' })
    const { text } = await walk.page()
    expect(text).toContain('<h1>Votre identifiant</h1>')
    expect(text).toContain('Cet identifiant est celui d’un professionnel')
  })

  test('with the generic live host: the web view', async () => {
    writeSetting(bank.sandbox.db, 'liveHostFormat', 'generic')
    const walk = await begin('7.1.0')
    writeSetting(bank.sandbox.db, 'liveHostFormat', 'bank')
    expect(isApp(await walk.page())).toBe(false)
    expect(isApp(await (await begin('7.1.0')).page())).toBe(true)
  })

  test('a visit stays in the app or browser it started in, whatever the switch says later', async () => {
    const walk = await begin('7.1.0')
    await walk.visitor.send('POST', '/phone', { form: { app: 'none' } })
    expect(isApp(await walk.page())).toBe(true)
  })
})

describe('the switch', () => {
  test('applies to this browser and this bank', async () => {
    const visitor = new Visitor(bank)
    const page = await visitor.send('POST', '/phone', { form: { app: '6.4.0' } })
    expect([page.status, page.location]).toEqual([303, '/phone?saved=yes'])
    expect(page.headers.get('set-cookie')).toMatch(/^app=6\.4\.0; .*HttpOnly; SameSite=Lax/)
    expect(page.headers.get('set-cookie')).not.toMatch(/domain=/i)
    expect((await visitor.get('/phone')).text).toMatch(/value="6\.4\.0" checked/)
    await visitor.send('POST', '/phone', { form: { app: 'none' } })
    expect((await visitor.get('/phone')).text).toMatch(/value="none" checked/)
  })

  test('accepts only the values that it offers', async () => {
    const page = await new Visitor(bank).send('POST', '/phone', { form: { app: '"><script>' } })
    expect(page.headers.get('set-cookie')).toMatch(/^app=; Max-Age=0/)
    const foreign = await new Visitor(bank).send('POST', '/phone', {
      form: { app: '6.4.0' },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null])
  })

  test('is not on the start page’s host', async () => {
    expect((await new Visitor(bank, 'sandbox.localhost').get('/phone')).status).toBe(404)
  })
})
