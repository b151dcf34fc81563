import { expect, test } from 'vitest'
import { readFiles } from './files.ts'
import { createMirrors, findOwnAddress, type Shown } from './mirror.ts'

const shown: Shown = {
  page: 'p1',
  language: 'fr',
  address: 'localhost/home',
  html: '<!doctype html><html><head>{style}</head><body>Odile $&</body></html>',
  style: 'p{}',
  phone: [{ from: 'Banque', text: 'Votre code', code: '123 456' }],
}
const open = async () => {
  const { app, of } = createMirrors('192.0.2.7', 3090, readFiles().all)
  return { ...(await of('p1')), app, of }
}

test('a phone in the room sees what the person sees, and nothing in it can run', async () => {
  const { app, url, show, picture } = await open()
  expect(url).toMatch(/^http:\/\/192\.0\.2\.7:3090\/[\w-]{22}$/)
  expect(picture).toContain('<svg')
  show(shown)
  const page = await app.request(url)
  expect(await page.text()).toContain('<html lang="fr">')
  const screen = await app.request(`${url}/screen`)
  expect(await screen.text()).toContain('<style>p{}</style></head><body>Odile $&</body>')
  expect(screen.headers.get('content-security-policy')).toMatch(/default-src 'none'.*; sandbox$/)
  for (const name of ['tour.css', 'mirror.js', 'make.js', 'phone.js', 'figtree.woff2'])
    expect((await app.request(`${url}/${name}`)).status).toBe(200)
})

test('each room follows its own page', async () => {
  const { app, url, show, of } = await open()
  const other = await of('p2')
  expect([other.url === url, (await of('p1')).url]).toEqual([false, url])
  show(shown)
  expect(await (await app.request(`${other.url}/screen`)).text()).toBe('')
  expect(await (await app.request(`${url}/screen`)).text()).toContain('Odile')
})

test('it is told of every change', async () => {
  const { app, url, show } = await open()
  const reader = (await app.request(`${url}/live`)).body?.getReader()
  if (!reader) throw new Error('no stream')
  let text = ''
  const readUntil = async (part: string) => {
    while (!text.includes(part)) text += new TextDecoder().decode((await reader.read()).value)
  }
  await readUntil('"version":0')
  show(shown)
  await readUntil('"version":1')
  expect(text).toContain('123 456')
  await reader.cancel()
})

test.each(['/', '/wire', '/begin', '/screen', '/hand.js', '/AAAAAAAAAAAAAAAAAAAAAA'])(
  'whoever has not read the QR code finds nothing at %s',
  async path => {
    const { app } = await open()
    expect((await app.request(`http://192.0.2.7:3090${path}`)).status).toBe(404)
  },
)

test('beside the person’s column there is nothing of the tour', async () => {
  const { app, url } = await open()
  for (const path of ['/tour.js', '/hand.js', '/../wire', '/begin'])
    expect((await app.request(url + path)).status).toBe(404)
})

test('its address is this machine’s own in its network', () => {
  const at = (address: string, family: 'IPv4' | 'IPv6', internal: boolean) =>
    ({ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as const
  const all = {
    lo: [at('127.0.0.1', 'IPv4', true)],
    eth: [at('fe80::1', 'IPv6', false), at('192.0.2.7', 'IPv4', false)],
  }
  expect(findOwnAddress(all)).toBe('192.0.2.7')
  expect(findOwnAddress({ lo: all.lo })).toBeNull()
})
