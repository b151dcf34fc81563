import { X509Certificate } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parisDay } from '#sandbox/clock.ts'
import { faultKinds } from '#sandbox/faults/decide.ts'
import { readCertificate } from '#sandbox/pki/read-certificate.ts'
import { codeForm, tokenPath } from '#sandbox/wire/test-application.ts'
import { pathOf, sections } from './page-parts.ts'
import { startTestDesk } from './test-server.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const desk = await startTestDesk()
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.ask('PUT', '/clock', { move: 'real' })
  await desk.ask('PUT', '/service', { isDown: false })
  await desk.ask('PUT', '/delays', { legalDays: 180 })
  await desk.ask('PUT', '/live-host', { format: 'bank' })
})

describe('the service', () => {
  test('down: data answers 503 INTS, tokens are still issued; up again at once', async () => {
    const token = await desk.token()
    expect((await desk.ask('PUT', '/service', { isDown: true })).body).toEqual({ isDown: true, callsPerMinute: null })
    expect(await desk.get('/accounts', token)).toMatchObject({ status: 503, body: { message: 'INTS' } })
    const fresh = await desk.token()
    expect((await desk.ask('GET', '/service')).body.isDown).toBe(true)
    await desk.ask('PUT', '/service', { isDown: false })
    expect((await desk.get('/accounts', fresh)).status).toBe(200)
  })

  test('a limit per minute: the call beyond it is 429 TMRQ; without a limit there is none', async () => {
    const token = await desk.token()
    await desk.ask('PUT', '/service', { isDown: false, callsPerMinute: 2 })
    const answers = []
    // Four calls span at most two minutes with two calls each.
    for (let call = 0; call < 5; call++) answers.push((await desk.get('/accounts', token)).status)
    expect(answers.slice(0, 2)).toEqual([200, 200])
    expect(answers).toContain(429)
    await desk.ask('PUT', '/service', { isDown: false })
    expect((await desk.get('/accounts', token)).status).toBe(200)
  })

  test.each([{ isDown: 'yes' }, { isDown: false, callsPerMinute: 0 }, { callsPerMinute: 5 }])(
    '%j is refused',
    async wish => {
      expect((await desk.ask('PUT', '/service', wish)).status).toBe(400)
    },
  )
})

describe('the delays', () => {
  test.each([
    ['legalDays', { legalDays: 30 }],
    ['bankDays', { legalDays: 180, bankDays: 30 }],
  ])('%s: after them a refresh is invalid_grant', async (_name, wish) => {
    const walked = await desk.ask('POST', '/customer/authorization', {
      authorizeUrl: desk.authorizeUrl(),
      personId: 'ines-petit',
    })
    const code = new URL(walked.body.callbackUrl).searchParams.get('code') ?? ''
    const { refresh_token } = (await desk.bank.form(tokenPath, codeForm(desk.clientId, code))).body
    const form = { client_id: desk.clientId, grant_type: 'refresh_token', refresh_token }
    await desk.ask('PUT', '/delays', wish)
    expect((await desk.ask('GET', '/delays')).body).toEqual({ bankDays: null, ...wish })
    await desk.ask('PUT', '/clock', { move: 'plus', days: 29 })
    expect((await desk.bank.form(tokenPath, form)).status).toBe(200)
    await desk.ask('PUT', '/clock', { move: 'plus', days: 1, hours: 1 })
    expect((await desk.bank.form(tokenPath, form)).body).toMatchObject({ error: 'invalid_grant' })
  })

  test.each([{ legalDays: 181 }, { legalDays: 0 }, { bankDays: 3 }, { legalDays: 90, bankDays: 1.5 }])(
    '%j is refused',
    async wish => {
      expect((await desk.ask('PUT', '/delays', wish)).status).toBe(400)
    },
  )
})

test('with the generic live host the app does not open on a phone that has it', async () => {
  // The phone's page lists the conditions and which of them are met.
  const conditions = async () => {
    const headers = { host: `19870.sandbox.localhost:${desk.port}`, 'user-agent': phone, cookie: 'app=7.1.0' }
    return (await desk.send('/phone', { headers })).text
  }
  expect((await desk.ask('GET', '/live-host')).body).toEqual({ format: 'bank' })
  const before = await conditions()
  expect(before).toContain('liveHostFormat')
  expect((await desk.ask('PUT', '/live-host', { format: 'generic' })).body).toEqual({ format: 'generic' })
  expect(await conditions()).not.toBe(before)
  await desk.ask('PUT', '/live-host', { format: 'bank' })
  expect(await conditions()).toBe(before)
  expect((await desk.ask('PUT', '/live-host', { format: 'other' })).status).toBe(400)
})

describe('on the page', () => {
  const submit = async (route: string, fields: Record<string, string>) => {
    const page = await desk.send('/desk/clock')
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const form = { token, 'back:section': 'switches', ...fields }
    return desk.send(`/desk/do/${route}`, { method: 'POST', form })
  }

  test('each switch is a form', async () => {
    const down = await submit('changeService', { isDown: 'true', callsPerMinute: '120' })
    expect(down).toMatchObject({ status: 303 })
    expect((await desk.ask('GET', '/service')).body).toEqual({ isDown: true, callsPerMinute: 120 })
    await submit('changeDelays', { legalDays: '90', bankDays: '' })
    expect((await desk.ask('GET', '/delays')).body).toEqual({ legalDays: 90, bankDays: null })
    await submit('changeLiveHost', { format: 'generic' })
    expect((await desk.ask('GET', '/live-host')).body.format).toBe('generic')
    const page = await desk.send('/desk/switches?lang=en')
    for (const word of ['out of service', 'value="120"', 'value="90"', 'never the app'])
      expect(page.text).toContain(word)
  })

  test.each(faultKinds)('the fault %s is a form that is right as it stands', async kind => {
    const page = await desk.send(`/desk/faults?kind=${kind}&person=camille-bernard`)
    const form = /action="\/desk\/do\/addFault".*?<\/form>/s.exec(page.text)?.[0] ?? ''
    const inputs = [...form.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)]
    const chosen = [...form.matchAll(/<select name="([^"]*)">.*?<option value="([^"]*)"/gs)]
    const fields = Object.fromEntries([...inputs, ...chosen].map(([, name = '', value = '']) => [name, value]))
    const done = await desk.send('/desk/do/addFault', { method: 'POST', form: fields })
    expect(done.headers.get('location')).toBe(`/desk/faults?done=addFault&person=camille-bernard&kind=${kind}#person`)
    expect((await desk.ask('GET', '/faults')).body.faults.map(({ fault }) => fault)).toMatchObject([{ kind }])
    await desk.ask('DELETE', '/faults')
  })

  test('any status and any delay can be given', async () => {
    await submit('addFault', { 'fault.kind': 'status', 'fault.status': '418', 'fault.code': 'TEA', calls: '1' })
    await submit('addFault', { 'fault.kind': 'delay', 'fault.delayMs': '3', calls: '1' })
    const { faults } = (await desk.ask('GET', '/faults')).body
    expect(faults.map(({ fault }) => fault)).toEqual([
      { kind: 'status', status: 418, code: 'TEA' },
      { kind: 'delay', delayMs: 3 },
    ])
    await desk.ask('DELETE', '/faults')
  })

  test('the French page shows its faults, outcomes, ways and refusals in French', async () => {
    await desk.ask('POST', '/faults', { fault: { kind: 'callback_dropped' } })
    const paths = [...sections.map(pathOf), ...faultKinds.map(kind => `/desk/faults?kind=${kind}`)]
    const pages = await Promise.all(paths.map(path => desk.send(`${path}${path.includes('?') ? '&' : '?'}lang=fr`)))
    const whole = pages.map(({ text }) => text).join('\n')
    for (const word of ['coupure après traitement', 'corps tronqué', 'retour vers le prestataire perdu']) {
      expect(whole).toContain(word)
    }
    for (const word of ['Lire un compte que le client n’a pas', 'exécution de l’annulation']) {
      expect(whole).toContain(word)
    }
    // Except for names of the interface, only what is marked as English.
    const unmarked = whole.replace(/<(\w+)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, '').replace(/<code>.*?<\/code>/gs, '')
    expect(unmarked).not.toMatch(/\b(Ask for|Read |Send |Call with|close after|dropped|realistic|delay \d)\b/)
    await desk.ask('DELETE', '/faults')
    const refused = await submit('removeFault', { id: 'gone' })
    expect(refused.text).toMatch(/That fault is no longer active|Cette panne n’est plus active/)
  })
})

describe('payments and the ledger', () => {
  test('are listed; the ledger is balanced', async () => {
    expect((await desk.ask('GET', '/payments?limit=5')).body).toEqual({ payments: [] })
    expect((await desk.ask('GET', '/payments?limit=0')).status).toBe(400)
    expect((await desk.ask('GET', '/ledger')).body).toEqual({ balanced: true, transfers: 0, sums: {}, faults: [] })
  })
})

test('a reset needs its word, brings the first day back, and keeps certificates and registrations', async () => {
  const { sandbox, tpp } = desk.bank
  const token = await desk.token()
  const people = async () => (await desk.ask('GET', '/people')).body.people.length
  const before = await people()
  await desk.ask('POST', '/people', { bankCode: '19870', firstName: 'Ada', lastName: 'Essai' })
  await desk.ask('POST', '/faults', { fault: { kind: 'close_before' }, endpoint: 'GET /accounts' })
  await desk.ask('PUT', '/clock', { move: 'plus', days: 3 })
  for (const wish of [{}, { confirm: 'yes' }]) expect((await desk.ask('POST', '/reset', wish)).status).toBe(400)
  expect(await people()).toBe(before + 1)
  expect((await desk.ask('POST', '/reset', { confirm: 'reset' })).body).toEqual({
    day: parisDay(new Date()),
    registrations: 1,
  })
  expect(await people()).toBe(before)
  expect((await desk.ask('GET', '/faults')).body.faults).toEqual([])
  expect((await desk.ask('GET', '/clock')).body).toMatchObject({ offsetSeconds: 0, frozen: false })
  expect((await desk.get('/accounts', token)).status).toBe(401)
  expect((await desk.get('/accounts', await desk.token())).status).toBe(200)
  expect(sandbox.pki.findFault(readCertificate(new X509Certificate(tpp.qwacPem)), new Date())).toBeNull()
  expect((await desk.ask('GET', '/ledger')).body).toMatchObject({ balanced: true, transfers: 0 })
  const page = await desk.send('/desk/switches?lang=fr')
  expect(page.text).toContain('action="/desk/do/resetBank"')
  expect(page.text).toContain('Pour confirmer, tapez reset')
})
