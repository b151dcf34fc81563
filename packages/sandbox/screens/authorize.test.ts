import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { hashToken } from '#sandbox/store/tokens.ts'
import { forgetCalls, listCalls } from '#sandbox/wire/request-log.ts'
import {
  answerOf,
  authorizeUrl,
  callbackUri,
  codesIssued,
  openTestBank,
  plain,
  Visitor,
  Walk,
  wrongCode,
} from './test-visitor.ts'

const bank = await openTestBank()
afterAll(() => bank.close())
afterEach(() => {
  bank.sandbox.db.exec('DELETE FROM codes')
})

const reached = async (step: Parameters<Walk['reach']>[0]) => {
  const walk = await begin()
  await walk.reach(step)
  return walk
}
const begin = (change: Record<string, string | null> = {}) => Walk.begin(new Visitor(bank), change)

describe('from the TPP to its callback', () => {
  test('identifier, password, one-time code, approval, code and state', async () => {
    const walk = await begin({ state: 'a&b=ü', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })
    expect(await walk.heading()).toBe('Votre identifiant')
    await walk.press('identifier', { identifier: '1002 0002' })
    expect(await walk.heading()).toBe('Votre mot de passe')
    await walk.press('password', { password: '135790' })
    expect(await walk.heading()).toBe('Confirmez que c’est bien vous')
    await walk.pressCode()
    expect(await walk.heading()).toBe('Autoriser l’accès\u202f?')
    const back = await walk.press('approve')
    expect(back.status).toBe(303)
    expect(back.location.startsWith(`${callbackUri}?code=`)).toBe(true)
    expect(answerOf(back)).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 'a&b=ü' })
    const stored = bank.sandbox.db.prepare('SELECT * FROM codes').all()
    expect(stored).toHaveLength(1)
    expect(stored[0]).toMatchObject({
      hash: hashToken(answerOf(back).code ?? ''),
      bank_code: '19870',
      client_id: 'tpp-1',
      person_id: 'camille-bernard',
      redirect_uri: callbackUri,
      scope: 'aisp',
      code_challenge: 'x'.repeat(43),
      sca_at: bank.sandbox.clock.now().getTime(),
    })
  })

  test('the browser’s request is a call in the request log, without what its cookies say', async () => {
    forgetCalls(bank.sandbox.db)
    const walk = await begin({ state: 'a-state' })
    expect(listCalls(bank.sandbox.db)).toMatchObject([
      {
        bankCode: '19870',
        method: 'GET',
        target: expect.stringContaining('/stet/psd2/oauth/authorize?'),
        clientId: 'tpp-1',
        status: 303,
        code: null,
        responseHeaders: { Location: walk.path },
      },
    ])
    // The same browser, which has the cookie of the first visit.
    await Walk.begin(walk.visitor, { redirect_uri: 'https://evil.example/callback' })
    const [refused] = listCalls(bank.sandbox.db)
    expect(refused).toMatchObject({ status: 400, code: 'unknown_redirect_uri', responseHeaders: {} })
    expect(refused?.steps.at(-1)).toMatchObject({ step: 'namesRedirectUri', outcome: 'refused' })
    expect(refused?.requestHeaders.map(([name]) => name)).not.toContain('cookie')
  })

  test('a request without state gets an answer without state', async () => {
    const walk = await begin({ state: null })
    expect(answerOf(await walk.press('refuse'))).toEqual({ error: 'access_denied', error_description: 'refused' })
  })

  test('a professional signs in with a typed password', async () => {
    const walk = await Walk.begin(new Visitor(bank, '19873.sandbox.localhost'))
    await walk.press('identifier', { identifier: '20050001-01' })
    const { text } = await walk.page()
    expect(text).not.toContain('class="keypad"')
    expect(text).toContain('autocomplete="current-password"')
    await walk.press('password', { password: 'Atelier-2026' })
    await walk.pressCode()
    expect(answerOf(await walk.press('approve'))).toHaveProperty('code')
  })

  test('the approval names the TPP, the scope and the end date', async () => {
    const walk = await reached('approval')
    const { text } = await walk.page()
    for (const part of ['Other, de Other TPP SARL', 'PSDFR-ACPR-99999', 'en lecture', '20 mai 2027', 'Camille Bernard'])
      expect(text).toContain(part)
  })

  test('the phone’s message names the TPP, and the code is deleted afterwards', async () => {
    const walk = await reached('code')
    const { text } = await walk.page()
    expect(text).toContain('Other (Other TPP SARL) demande à accéder à vos comptes.')
    expect(text).toMatch(/role="status"[\s\S]*data-testid="otp-code">\d{6}</)
    const code = await walk.oneTimeCode()
    await walk.press('code', { code })
    expect(await walk.text()).not.toContain(code)
  })
})

describe('leaving', () => {
  test('the time limit is a setting', async () => {
    const hurried = await openTestBank({}, { authorizationSeconds: 30 })
    const walk = await Walk.begin(new Visitor(hurried))
    hurried.pass(29_000)
    expect((await walk.page()).status).toBe(200)
    hurried.pass(1_000)
    expect(answerOf(await walk.page())).toMatchObject({ error_description: 'timeout' })
    await hurried.close()
  })

  test('one second before the end the screens still work', async () => {
    const walk = await begin()
    bank.pass(599_000)
    expect((await walk.page()).status).toBe(200)
  })
})

describe('invalid input', () => {
  test('an identifier of the wrong form is explained, and the input is kept', async () => {
    const walk = await begin()
    await walk.press('identifier', { identifier: '1234' })
    const { text } = await walk.page()
    expect(text).toContain('exactement 8\u00a0chiffres')
    expect(text).toContain('value="1234"')
    expect(text).toContain('aria-invalid="true"')
  })

  test('an unknown identifier continues like any other', async () => {
    const walk = await begin()
    await walk.press('identifier', { identifier: '99999999' })
    expect(await walk.heading()).toBe('Votre mot de passe')
    await walk.press('password', { password: '135790' })
    expect(await walk.text()).toContain('Identifiant ou mot de passe incorrect')
  })

  test('a customer of another bank of the group is unknown here', async () => {
    const walk = await begin()
    await walk.enter('10060001', '314159')
    expect(await walk.text()).toContain('Identifiant ou mot de passe incorrect')
  })

  test('three wrong passwords send the customer back', async () => {
    const walk = await reached('password')
    await walk.press('password', { password: '000000' })
    expect(await walk.text()).toContain('2\u00a0essais')
    await walk.press('password', { password: '111111' })
    expect(plain(await walk.text())).toContain(
      'Dernier essai : ensuite, la demande est refusée et vous revenez chez Other.',
    )
    await walk.press('identifier-back')
    await walk.press('identifier', { identifier: '10020003' })
    const back = await walk.press('password', { password: '999999' })
    expect(answerOf(back)).toEqual({ error: 'access_denied', error_description: 'password_locked', state: 'state-1' })
    expect((await walk.press('password', { password: '112233' }, '6')).location).toBe(walk.path)
  })

  test('an empty password or code is asked for, and costs no try', async () => {
    const walk = await reached('password')
    for (const password of ['', ' ', '\u00a0', '']) await walk.press('password', { password })
    expect(await walk.text()).toContain('Saisissez votre mot de passe.')
    await walk.press('password', { password: '135790' })
    for (let times = 0; times < 4; times++) await walk.press('code', { code: ' ' })
    expect(await walk.text()).toContain('Saisissez le code reçu.')
    await walk.press('code', { code: await walk.oneTimeCode() })
    expect(await walk.text()).toContain('Autoriser')
  })

  test('three wrong codes send the customer back, even with a resent code in between', async () => {
    const walk = await reached('code')
    const right = await walk.oneTimeCode()
    await walk.press('code', { code: wrongCode(right) })
    await walk.press('resend')
    await walk.press('code', { code: '12' })
    expect(await walk.text()).toContain('Dernier essai')
    const back = await walk.press('code', { code: wrongCode(await walk.oneTimeCode()) })
    expect(answerOf(back)).toMatchObject({ error: 'access_denied', error_description: 'code_locked' })
    expect(codesIssued(bank)).toBe(0)
  })

  test('a resent code invalidates the previous one; at most four are sent', async () => {
    const walk = await reached('code')
    const first = await walk.oneTimeCode()
    for (let sent = 1; sent < 4; sent++) await walk.press('resend')
    const last = await walk.oneTimeCode()
    expect(await walk.text()).not.toContain('/resend')
    await walk.press('resend')
    expect(await walk.oneTimeCode()).toBe(last)
    if (first !== last) {
      await walk.press('code', { code: first })
      expect(await walk.heading()).toBe('Confirmez que c’est bien vous')
    }
  })
})

describe('repeated actions', () => {
  test('the back button: an old form changes nothing, and the page says so', async () => {
    const walk = await begin()
    const first = await walk.turn()
    await walk.reach('code')
    await walk.press('identifier', { identifier: '10020001' }, first)
    expect(await walk.heading()).toBe('Confirmez que c’est bien vous')
    expect(await walk.text()).toContain('n’était plus à jour')
  })

  test('one wrong password sent twice costs one try', async () => {
    const walk = await reached('password')
    const turn = await walk.turn()
    for (let times = 0; times < 4; times++) await walk.press('password', { password: '000000' }, turn)
    await walk.press('password', { password: '135790' })
    expect(await walk.heading()).toBe('Confirmez que c’est bien vous')
  })

  test('two tabs of one browser, completed in reverse order', async () => {
    const visitor = new Visitor(bank)
    const one = await Walk.begin(visitor, { state: 'one' })
    const two = await Walk.begin(visitor, { state: 'two' })
    await one.reach('approval')
    await two.reach('approval')
    expect(answerOf(await two.press('approve'))).toMatchObject({ state: 'two', code: expect.any(String) })
    expect(answerOf(await one.press('approve'))).toMatchObject({ state: 'one', code: expect.any(String) })
  })
})

describe('not the customer’s browser', () => {
  test('the cookie of another authorization does not open this one', async () => {
    const walk = await begin()
    const other = await begin()
    const [cookie] = [...other.visitor.cookies.values()]
    expect((await new Visitor(bank).get(walk.path, { cookie: `authorization=${cookie?.value}` })).status).toBe(403)
  })

  test('another bank of the group does not find the authorization', async () => {
    const walk = await begin()
    const elsewhere = new Visitor(bank, '19871.sandbox.localhost')
    for (const [key, cookie] of walk.visitor.cookies) elsewhere.cookies.set(key, cookie)
    expect((await elsewhere.get(walk.path)).status).toBe(404)
  })
})

describe('no open redirect', () => {
  test.each([
    { client_id: 'nobody' },
    { client_id: null },
    { redirect_uri: 'https://evil.example/cb' },
    { redirect_uri: `${callbackUri}.evil.example` },
    { redirect_uri: `${callbackUri}/../evil` },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: null },
  ])('%o ends on the bank’s own page', async change => {
    const page = await new Visitor(bank).get(authorizeUrl(change))
    expect([page.status, page.location]).toEqual([400, ''])
    expect(page.text).not.toMatch(/(href|action|src)="[^"?]*evil/)
  })

  test('a path that looks like another host is not linked', async () => {
    const page = await new Visitor(bank).get('//evil.example/x')
    expect([page.status, page.location]).toEqual([404, ''])
    expect(page.text).not.toMatch(/(href|action|src)="[^"?]*evil/)
  })

  test('a repeated redirect_uri is not linked either', async () => {
    const page = await new Visitor(bank).get(`${authorizeUrl()}&redirect_uri=https%3A%2F%2Fevil.example`)
    expect([page.status, page.location]).toEqual([400, ''])
  })

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'pisp' }, 'invalid_scope'],
    [{ code_challenge: 'abc', code_challenge_method: 'plain' }, 'invalid_request'],
  ])('%o goes back to the registered address as %s', async (change, error) => {
    const page = await new Visitor(bank).get(authorizeUrl(change))
    expect(page.status).toBe(303)
    expect(page.location.startsWith(`${callbackUri}?`)).toBe(true)
    expect(answerOf(page)).toMatchObject({ error, state: 'state-1' })
  })
})
