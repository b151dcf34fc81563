import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Desk } from './bank.ts'
import type { Clock } from './clock.ts'
import type { Mailbox } from './mailbox.ts'
import { mostPages, pageLifeMs } from './pages.ts'
import { createTour } from './server.ts'
import type { Director, Guest } from './stage.ts'
import type { Person } from './story.ts'
import { words } from './words.ts'

const ports = { scheme: 'https' as const, tour: 3090, app: 3000, screens: 8080 }
const person: Person = {
  customerId: 'desk-1',
  bankCode: '19870',
  identifier: '12345678',
  bankPassword: '135790',
  email: 'visite@guichet.example',
  password: 'bonjour',
  connectionId: 'c1',
  payPath: '',
  sentUrl: '',
  nextWeek: '2026-11-30',
}
const pair = { pairId: 'p1' }
const quota = [{ tppId: 't1', resource: 'accounts', page: '', calls: 1, limit: 4 }]
const rule = { id: 'f1', fault: { kind: 'delay' }, callsLeft: null, personId: 'desk-1' }
const spent = { id: 'f2', fault: { kind: 'close_after' }, callsLeft: 0, personId: 'desk-1' }
const ofOthers = { id: 'f9', fault: { kind: 'delay' }, callsLeft: null, personId: 'desk-2' }

let asked: [method: string, path: string, body: unknown][]
let tell: (json: string) => void
let rules: object[]
let prepared: string[]
let moved: string[]
let fails: Error | null
let moves: (who: string) => void

beforeEach(() => {
  asked = []
  prepared = []
  moved = []
  rules = [rule, spent, ofOthers]
  fails = null
})

const desk: Desk = {
  ask: async <Answer>(method: string, path: string, body?: unknown) => {
    asked.push([method, path, body])
    if (fails) throw fails
    const answer =
      path === '/faults'
        ? { faults: rules }
        : path.endsWith('/permissions')
          ? { grants: [pair] }
          : path.endsWith('/quota')
            ? { quota }
            : path.startsWith('/payments')
              ? { payments: [{ id: 'pay-1' }, { id: 'pay-2' }] }
              : path.startsWith('/wire/')
                ? wireCall
                : {}
    return answer as Answer
  },
  read: async path => {
    asked.push(['GET', path, undefined])
    return curlScript
  },
  follow: onCall => {
    tell = onCall
    return { stop: () => {} }
  },
}
/** Of page `p1` the customer is desk-1, of `p2` desk-2. */
const receive = (pageId: string): Guest => ({
  prepare: async ({ id, stage }, language) => {
    prepared.push(`${id} ${language}`)
    const customerId = pageId.replace('p', 'desk-')
    const hasShop = stage === 'a shop asks'
    const cast = {
      odileId: customerId,
      marks: [`CMD-${pageId}`, `FR76198700099900000000017${pageId}`],
      linkId: hasShop ? `link-${pageId}` : '',
      paymentId: '',
    }
    return { ...cast, person: { ...person, customerId, payPath: hasShop ? '/l/1' : '' } }
  },
  refresh: async id => void moved.push(`refresh of ${id}`),
  claimAsStranger: async () => {
    moved.push('claim of the stranger')
    return { address: 'localhost/link/resume/f1', title: 'Nothing to resume', text: 'Start again.' }
  },
  moveToNight: async id => void moved.push(`night of ${id}`),
  moveToReading: async id => void moved.push(`reading of ${id}`),
  stored: async () => ({ stored: [{ column: 'Connection.accessSealed', value: `ey…${pageId}` }] }),
  leave: async () => void moved.push(`${pageId} leaves`),
})
const director: Director = {
  receive,
  isFromGuichet: (headers, body) => headers['webhook-signature'] === `of ${body}`,
  apiKey: async () => 'gk_test_1',
  findSealKey: keyId => ({ file: '/keys/seal.key', isHeld: !keyId.includes('replaced') }),
}
const clock: Clock = {
  read: async () => '2026-11-23T10:00:00.000Z',
  move: async (by, who) => {
    moved.push(by)
    moves(who)
  },
  moveTo: async at => void moved.push(at.toISOString()),
  moveToNight: async () => void moved.push('night'),
  putBack: async () => void moved.push('back'),
  listen: hear => {
    moves = hear
  },
}

const mailbox: Mailbox = {
  list: async to => [{ id: 'm1', subject: `Hello ${to}`, at: '2026-11-23T10:00:00.000Z' }],
  awaitMail: async () => {},
  awaitToken: async () => 't',
}

const wireCall = {
  method: 'GET',
  target: '/stet/psd2/v1.6.2/accounts',
  bankCode: '19870',
  clientId: 'app-1',
  requestHeaders: [{ name: 'Signature', value: 'keyId="https://guichet.example/replaced"' }],
  requestBody: '',
}
const curlScript = `#!/bin/sh
PKI=\${PKI:-'/data/pki'}
HOST='19870.sandbox.localhost:8443'
ACCESS_TOKEN=\${ACCESS_TOKEN:-$(ask)}
curl "https://$HOST"`

const own = { host: 'tour.localhost:3090' }
const open = () => createTour({ desk, clock, director, mailbox, mirrors: null }, ports)
const get = (path: string, headers: Record<string, string> = own) =>
  open().request(`https://tour.localhost:3090${path}`, { headers })
type Tour = ReturnType<typeof open>
const post = (tour: Tour, path: string, body: object | string, headers: Record<string, string> = {}) =>
  tour.request(`https://tour.localhost:3090${path}`, {
    method: 'POST',
    headers: { ...own, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify({ page: 'p1', ...body }),
  })

describe('the page', () => {
  test('is in the reader’s language, or in the one of the address', async () => {
    const lang = async (path: string, accept: string) =>
      /<html lang="(\w+)"/.exec(await (await get(path, { ...own, 'accept-language': accept })).text())?.[1]
    expect([await lang('/', 'fr-FR,fr'), await lang('/', 'de'), await lang('/?lang=en', 'fr')]).toEqual([
      'fr',
      'en',
      'en',
    ])
  })

  test('may frame the application and the bank, may not be framed, and has nothing inline', async () => {
    const page = await get('/')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain('frame-src https://localhost:3000 https://*.sandbox.localhost:8080')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(await page.text()).not.toMatch(/<style|style="|\son\w+="|<script>/)
  })

  test('its own script is at most 190 kB compressed', async () => {
    const text = await (await get('/')).text()
    const [, version] = /\/assets\/(\w+)\/tour\.js/.exec(text) ?? []
    const names = ['tour', 'driver', 'machine', 'view', 'frame', 'wire', 'inside', 'make', 'phone', 'recording']
    const files = await Promise.all(names.map(async name => (await get(`/assets/${version}/${name}.js`)).text()))
    expect(files.join()).not.toMatch(/from '[^']*\.ts'|\btype \w+ =/)
    expect(gzipSync(text + files.join()).length).toBeLessThan(190_000)
  })

  test('under another name there is nothing, but this machine’s own leads to it', async () => {
    for (const host of ['evil.example', 'tour.localhost:1', 'tour.localhost.evil.example:3090'])
      expect((await get('/wire', { host })).status).toBe(421)
    expect((await get('/', { host: '127.0.0.1:3090' })).headers.get('location')).toBe('https://tour.localhost:3090')
  })
})

describe('a chapter', () => {
  test('begins with its people, and its acts with what is theirs', async () => {
    const tour = open()
    const begun = await (await post(tour, '/begin', { chapter: 'first-link', language: 'fr' })).json()
    expect(prepared).toEqual(['first-link fr'])
    expect(begun.person).toEqual(person)
    expect(JSON.stringify(begun.acts)).toContain('"text":"12345678"')
    expect(JSON.stringify(begun.signIn)).toContain('"text":"visite@guichet.example"')
  })

  test.each([
    [{ chapter: 'no-such', language: 'fr' }, 404],
    [{ chapter: 'first-link', language: 'de' }, 400],
    [{ chapter: 'first-link' }, 400],
    ['no JSON', 400],
    [{ chapter: 'x'.repeat(5_000), language: 'fr' }, 413],
  ])('%j is refused (%i)', async (body, status) => {
    const answer = await post(open(), '/begin', body, {
      'content-length': String(Buffer.byteLength(typeof body === 'string' ? body : JSON.stringify(body))),
    })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toHaveProperty('error')
    expect(prepared).toEqual([])
  })

  test.each(['cross-site', 'same-site', 'none', ''])(
    'is begun by the tour’s own page alone, not from %j',
    async site => {
      for (const path of ['/begin', '/act', '/fault', '/clock', '/left'])
        expect((await post(open(), path, {}, { 'sec-fetch-site': site })).status).toBe(403)
    },
  )

  test('acts at the bank only as the story says', async () => {
    const tour = open()
    expect((await post(tour, '/act', { step: 2, act: 0 })).status).toBe(404)
    await post(tour, '/begin', { chapter: 'revoked-at-bank', language: 'fr' })
    asked = []
    expect((await post(tour, '/act', { step: 2, act: 0 })).status).toBe(200)
    expect(asked).toEqual([
      ['GET', '/people/desk-1/permissions', undefined],
      ['POST', '/pairs/p1/revoke', { by: 'psu' }],
    ])
    expect((await post(tour, '/act', { step: 40, act: 0 })).status).toBe(404)
  })

  test('what the bank refuses is said, without a stack', async () => {
    const tour = open()
    await post(tour, '/begin', { chapter: 'bank-down', language: 'fr' })
    fails = new Error('The control desk refused PUT /service: why')
    const answer = await post(tour, '/act', { step: 1, act: 0 })
    expect([answer.status, await answer.json()]).toEqual([502, { error: fails.message }])
  })
})

test('what Guichet tells the shop is kept for the chapter, if Guichet signed it', async () => {
  const tour = open()
  await post(tour, '/begin', { chapter: 'pay-a-shop', language: 'fr' })
  const message = { type: 'payment.executed', data: { amount: '42.00', link_id: 'link-p1' } }
  const body = JSON.stringify(message)
  const tell = (signature: string, body = JSON.stringify(message)) =>
    tour.request('http://127.0.0.1:3090/shop/hooks', {
      method: 'POST',
      headers: { host: '127.0.0.1:3090', 'webhook-id': 'w1', 'webhook-signature': signature },
      body,
    })
  const told = async () =>
    (await (await tour.request('https://tour.localhost:3090/inside/p1', { headers: own })).json()).told
  expect([(await tell('of something else')).status, await told()]).toEqual([401, []])
  expect([(await tell(`of ${body}`)).status, await told()]).toEqual([
    204,
    [{ id: 'w1', type: 'payment.executed', amount: '42.00' }],
  ])
  await post(tour, '/begin', { chapter: 'pay-a-shop', language: 'fr' })
  expect(await told()).toEqual([])
  // About the link of another page.
  const other = JSON.stringify({ ...message, data: { ...message.data, link_id: 'link-p2' } })
  expect([(await tell(`of ${other}`, other)).status, await told()]).toEqual([204, []])
  await post(tour, '/begin', { chapter: 'bank-down', language: 'fr' })
  expect([(await tell(`of ${body}`)).status, await told()]).toEqual([204, []])
})

test('a call is shown as one can make it oneself', async () => {
  const answer = await get('/forms/7')
  expect(asked.map(([, path]) => path)).toEqual(['/wire/7', '/wire/7/curl?whole=1'])
  expect(await answer.json()).toMatchObject({ curl: curlScript, api: null })
  expect((await get('/forms/x')).status).toBe(400)
})

test('a rule that a check follows is told by its id', async () => {
  expect(await (await get('/rules/D7')).json()).toMatchObject({ source: expect.stringContaining('decisions.md') })
  const row = await get(`/rules/${encodeURIComponent('1 Behaviour rules: 3')}`)
  expect(await row.json()).toMatchObject({ text: expect.stringContaining('consent') })
  expect((await get('/rules/D999')).status).toBe(404)
})

describe('the clocks', () => {
  test('are moved by the page, and the time is told', async () => {
    const answer = await post(open(), '/clock', { by: 'evening' })
    expect([moved, await answer.json()]).toEqual([['evening'], { now: '2026-11-23T10:00:00.000Z' }])
    expect(await inside(await begun('first-link'))).toMatchObject({ now: '2026-11-23T10:00:00.000Z' })
  })

  test.each([{ by: 'year' }, { by: 'night' }, {}, { by: 'day', days: 2 }])('are not moved by %j', async body => {
    expect((await post(open(), '/clock', body)).status).toBe(400)
    expect(moved).toEqual([])
  })

  test('are moved by the story, and the day’s readings used up at the bank', async () => {
    const tour = open()
    await post(tour, '/begin', { chapter: 'without-odile', language: 'fr' })
    asked = []
    for (const [step, act] of [
      [2, 0],
      [3, 0],
      [4, 0],
    ])
      await post(tour, '/act', { step, act })
    expect(moved).toEqual(['night of c1', 'reading of c1'])
    expect(asked).toEqual([
      ['GET', '/people/desk-1/quota', undefined],
      ['PUT', '/people/desk-1/quota', { tppId: 't1', resource: 'accounts', page: '' }],
    ])
    await post(tour, '/begin', { chapter: 'renewal', language: 'fr' })
    await post(tour, '/act', { step: 2, act: 0 })
    expect(moved.at(-1)).toBe('expiry')
    await post(tour, '/begin', { chapter: 'sent-link', language: 'fr' })
    await post(tour, '/act', { step: 4, act: 0 })
    expect(moved.at(-1)).toBe('claim of the stranger')
    await post(tour, '/begin', { chapter: 'new-certificates', language: 'fr' })
    await post(tour, '/act', { step: 4, act: 0 })
    expect(moved.at(-1)).toBe('refresh of c1')
  })
})

describe('faults', () => {
  test('of which those in force are named', async () => {
    expect((await inside(await begun('first-link'))).faults).toEqual(['slow'])
    expect((await get('/inside/p3')).status).toBe(404)
    expect(await (await get('/stored/p3')).json()).toMatchObject({ stored: [{ value: 'ey…p3' }] })
  })

  test('are turned on for the chapter’s bank once, and off', async () => {
    const tour = open()
    expect((await post(tour, '/fault', { id: 'slow', isOn: true })).status).toBe(409)
    await post(tour, '/begin', { chapter: 'first-link', language: 'fr' })
    asked = []
    await post(tour, '/fault', { id: 'slow', isOn: true })
    const target = { bankCode: '19870', personId: 'desk-1', about: ['CMD-p1', 'FR76198700099900000000017p1'] }
    const wish = { fault: { kind: 'delay', delayMs: 3_000 }, calls: null, ...target }
    expect(asked.filter(([method]) => method !== 'GET')).toEqual([
      ['DELETE', '/faults/f1', undefined],
      ['POST', '/faults', wish],
    ])
    asked = []
    await post(tour, '/fault', { id: 'slow', isOn: false })
    expect(asked.filter(([method]) => method !== 'GET')).toEqual([['DELETE', '/faults/f1', undefined]])
    asked = []
    rules = [{ id: 'f3', fault: { kind: 'tampered', what: 'date' }, callsLeft: 1, personId: 'desk-1' }]
    await post(tour, '/fault', { id: 'token', isOn: true })
    expect(asked.filter(([method]) => method !== 'GET')).toEqual([
      ['POST', '/faults', { fault: { kind: 'tampered', what: 'token' }, calls: 1, ...target }],
    ])
    asked = []
    // Somebody else's code at the same bank stays good.
    await post(tour, '/fault', { id: 'code', isOn: true })
    const ofPerson = { fault: { kind: 'tampered', what: 'code' }, calls: 1, ...target }
    expect(asked.filter(([method]) => method !== 'GET')).toEqual([['POST', '/faults', ofPerson]])
    asked = []
    await post(tour, '/fault', { id: 'unknown', isOn: true })
    expect(asked.filter(([method]) => method !== 'GET')).toEqual([])
  })
})

/** A tour in which page `p1` has begun a chapter. */
async function begun(chapter: string): Promise<Tour> {
  const tour = open()
  await post(tour, '/begin', { chapter, language: 'fr' })
  return tour
}
const inside = async (tour: Tour, page = 'p1') =>
  (await tour.request(`https://tour.localhost:3090/inside/${page}`, { headers: own })).json()

const call = (id: number, change: object = {}) => {
  const asked = {
    personId: null,
    bankCode: '19870',
    method: 'GET',
    target: '/accounts',
    requestHeaders: [],
    requestBody: '',
  }
  return JSON.stringify({ id, ...asked, responseHeaders: [], responseBody: '', ...change })
}

/** What a page hears; `until` reads until it has heard that. */
async function listen(tour: Tour, page: string) {
  const answer = await tour.request(`https://tour.localhost:3090/wire/${page}`, { headers: own })
  const reader = answer.body?.getReader()
  if (!reader) throw new Error('no stream')
  let text = ''
  return {
    until: async (part: string) => {
      while (!text.includes(part)) text += new TextDecoder().decode((await reader.read()).value)
      return text
    },
    close: () => reader.cancel(),
  }
}

/** A payment at the bank that names `mark`, with the token that is shown as `bearer`. */
const paid = (id: number, mark: string, payment: string, bearer = '') =>
  call(id, {
    method: 'POST',
    target: '/stet/payment-requests',
    requestHeaders: [{ name: 'Authorization', value: `Bearer ${bearer}` }],
    requestBody: `{"reference":"${mark}","creditor":{"name":"Atlas","iban":"FR76…001"},"url":"https://guichet/payment/${payment}-0123456789abcdef"}`,
    responseHeaders: [{ name: 'Location', value: `https://bank/stet/payment-requests/${payment}` }],
  })
const token = { method: 'POST', target: '/stet/psd2/oauth/token' }

/** What pages p1 and p2 of a shop, and p3 with new certificates, hear of the calls; the last of them is everybody's. */
async function hear(tour: Tour, calls: readonly string[]): Promise<number[][]> {
  for (const page of ['p1', 'p2']) await post(tour, '/begin', { page, chapter: 'pay-a-shop', language: 'fr' })
  await post(tour, '/begin', { page: 'p3', chapter: 'new-certificates', language: 'fr' })
  for (const one of calls) tell(one)
  tell(call(99, { target: '/stet/psd2/oauth/authorize?state=abcdef…' }))
  return Promise.all(
    ['p1', 'p2', 'p3'].map(async page => {
      const listening = await listen(tour, page)
      const heard = await listening.until('id: 99')
      await listening.close()
      return [...heard.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)).slice(0, -1)
    }),
  )
}

test('a call that is signed with a key which the tour lacks is not edited: it says which', async () => {
  const tour = await begun('first-link')
  tell(call(7, { personId: 'desk-1' }))
  const edit = async (id: number) =>
    (await tour.request(`https://tour.localhost:3090/edit/p1/${id}`, { headers: own })).json()
  expect(await edit(7)).toEqual({ lacks: '/keys/seal.key' })
  // Of another page.
  expect(await edit(8)).toBeNull()
})

const ofPage = (...payments: string[]) => payments.map(id => ({ id }))
test('each page gets the calls about its own people', async () => {
  const tour = open()
  tell(call(1, { personId: 'desk-1' }))
  const heard = await hear(tour, [
    call(2, { personId: 'desk-2' }),
    call(3, { personId: 'desk-1' }),
    call(4, { personId: 'desk-1', bankCode: '19871' }),
    paid(5, 'CMD-p2', 'pay-2'),
    // Odile's own transfer names her account, which the desk masks.
    paid(6, 'FR76…7p1', 'pay-1'),
    call(7, { target: '/stet/payment-requests/pay-2' }),
    call(8, { target: '/stet/payment-requests/pay-1' }),
    call(9, { ...token, requestBody: 'redirect_uri=https%3A%2F%2Fguichet%2Fpayment%2Fpay-2-0123456789abcdef' }),
    ...['PUT', 'DELETE'].map((method, at) =>
      call(10 + at, { method, target: '/stet/setting/v1/register/app-1', bankCode: null }),
    ),
    call(12, { personId: 'desk-1', method: 'POST', target: '/stet/psd2/oauth/revoke' }),
    // As a fault changes its last byte.
    call(13, { ...token, requestBody: 'redirect_uri=https%3A%2F%2Fguichet%2Fpayment%2Fpay-2-0123456789abcde ' }),
  ])
  expect(heard).toEqual([
    [3, 4, 6, 8, 12],
    [2, 5, 7, 9, 13],
    [10, 11],
  ])
  expect((await inside(tour)).payments).toEqual(ofPage('pay-1'))
  expect((await inside(tour, 'p2')).payments).toEqual(ofPage('pay-2'))
})

test('a call that names nobody is of the page whose call it was made for', async () => {
  const verified = { method: 'POST', target: '/vop/v1/payee-verifications', bankCode: '19871' }
  const granted = (id: number, shown: string) => call(id, { ...token, responseBody: `{"access_token":"${shown}"}` })
  const register = { method: 'PUT', target: '/stet/setting/v1/register/app-1', bankCode: null }
  const heard = await hear(open(), [
    granted(1, 'first1…'),
    call(2, { ...verified, requestBody: '{"party":{"name":"Atlas"},"partyAccount":{"iban":"FR76…001"}}' }),
    call(3, { ...verified, requestBody: '{"party":{"name":"Atlas"},"partyAccount":{"iban":"FR76…002"}}' }),
    granted(4, 'other1…'),
    granted(5, 'regist…'),
    call(6, { ...token, requestHeaders: [{ name: 'Fallback', value: '1' }] }),
    paid(7, 'CMD-p1', 'pay-1', 'first1…'),
    paid(8, 'CMD-p2', 'pay-2', 'other1…'),
    // A token that was obtained once is used again.
    paid(9, 'CMD-p2', 'pay-3', 'first1…'),
    call(10, { ...register, requestHeaders: [{ name: 'authorization', value: 'Bearer regist…' }] }),
  ])
  expect(heard).toEqual([
    [1, 2, 7],
    [4, 8, 9],
    [5, 10],
  ])
})

test('pages begin chapters beside each other; of one page, the last chapter counts', async () => {
  const tour = open()
  const wish = { chapter: 'first-link', language: 'en' }
  const [first, second, other] = await Promise.all([
    post(tour, '/begin', wish),
    post(tour, '/begin', wish),
    post(tour, '/begin', { ...wish, page: 'p2' }),
  ])
  expect([first.status, second.status, other.status]).toEqual([409, 200, 200])
  expect((await first.json()).error).toBe(words.en.leftAgain)
})

test('what is left while it is put in place is over before the next chapter begins; what was left before that never begins', async () => {
  const seen: string[] = []
  const guest = receive('p1')
  const begins = Promise.withResolvers<void>()
  const mayStand = Promise.withResolvers<void>()
  const prepare: Guest['prepare'] = async (chapter, language) => {
    seen.push(`${chapter.id} begins`)
    begins.resolve()
    await mayStand.promise
    seen.push(`${chapter.id} stands`)
    return guest.prepare(chapter, language)
  }
  const slow = { ...director, receive: () => ({ ...guest, prepare }) }
  const tour = createTour({ desk, clock, director: slow, mailbox, mirrors: null }, ports)
  const begin = (chapter: string) => post(tour, '/begin', { chapter, language: 'en' })
  const first = begin('first-link')
  await begins.promise
  const others = ['one-box-less', 'refund'].map(begin)
  // What came later is answered, so they have been heard.
  expect((await post(tour, '/fault', { id: 'slow', isOn: true })).status).toBe(409)
  mayStand.resolve()
  const answers = await Promise.all([first, ...others])
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 200])
  expect(seen).toEqual(['first-link begins', 'first-link stands', 'refund begins', 'refund stands'])
})

test('who shares the clock, the bank or the new certificates is told who moved or took them', async () => {
  const tour = open()
  const begin = (page: string, chapter: string) => post(tour, '/begin', { page, chapter, language: 'fr' })
  await begin('p1', 'new-certificates')
  const page = await listen(tour, 'p1')
  await begin('p2', 'bank-down')
  await post(tour, '/clock', { page: 'p1', by: 'day' })
  await post(tour, '/act', { page: 'p2', step: 1, act: 0 })
  expect(await page.until('data: service')).not.toContain('data: clock')
  await post(tour, '/clock', { page: 'p2', by: 'day' })
  await page.until('data: clock')
  asked = []
  // The bank is back as soon as the chapter is left.
  await begin('p2', 'new-certificates')
  expect(asked).toContainEqual(['PUT', '/service', { isDown: false }])
  await page.until('event: taken')
  await page.close()
  expect((await tour.request('https://tour.localhost:3090/inside/p1', { headers: own })).status).toBe(404)
})

test('the bank is back when the last page that holds it down ends, also by time', async () => {
  const tour = open()
  for (const page of ['p1', 'p2']) {
    await post(tour, '/begin', { page, chapter: 'bank-down', language: 'fr' })
    await post(tour, '/act', { page, step: 1, act: 0 })
  }
  asked = []
  const back = ['PUT', '/service', { isDown: false }]
  await post(tour, '/left', { page: 'p1' })
  expect(asked).not.toContainEqual(back)
  vi.useFakeTimers({ now: Date.now() + pageLifeMs, toFake: ['Date'] })
  await tour.request('https://tour.localhost:3090/inside/p3', { headers: own })
  vi.useRealTimers()
  expect(asked).toContainEqual(back)
})

test('a page that is left takes its people along, and so does an hour', async () => {
  const tour = await begun('first-link')
  const page = await listen(tour, 'p1')
  expect((await post(tour, '/left', {})).status).toBe(204)
  await page.until('event: over')
  expect(moved).toContain('p1 leaves')
  expect((await post(tour, '/fault', { id: 'slow', isOn: true })).status).toBe(409)
  await post(tour, '/begin', { page: 'p2', chapter: 'first-link', language: 'fr' })
  vi.useFakeTimers({ now: Date.now() + pageLifeMs, toFake: ['Date'] })
  await get('/healthz')
  await tour.request('https://tour.localhost:3090/inside/p3', { headers: own })
  vi.useRealTimers()
  expect(moved).toContain('p2 leaves')
  moved = []
  for (let at = 4; at <= 3 + mostPages; at += 1)
    await tour.request(`https://tour.localhost:3090/inside/p${at}`, { headers: own })
  expect(moved).toEqual(['p3 leaves'])
})
