import { afterAll, describe, expect, test } from 'vitest'
import { fallbackLocation } from '#sandbox/oauth/fallback.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { changePersonStatus } from '#sandbox/store/people.ts'
import { findVisit, writeVisit } from '#sandbox/store/visits.ts'
import { fallbackVisitType } from './fallback-routes.ts'
import { signInButtons } from './sign-in.ts'
import { accountNamed } from './test-payment.ts'
import { headingOf, openTestBank, plain, Visitor, Walk } from './test-visitor.ts'

const bank = await openTestBank()
afterAll(() => bank.close())

/** Every button of the online banking. */
const actions = Object.keys({ ...signInButtons, ...fallbackVisitType.buttons })

/** Where the token call of the fallback mode redirects the TPP. */
async function location(bankCode = '19870'): Promise<string> {
  const application = findApplication(bank.sandbox.db, 'tpp-1')
  if (!application) throw new Error('no application')
  const url = new URL(await fallbackLocation(bank.sandbox, bankCode, application))
  return `${url.pathname}${url.search}`
}

async function open(address?: string, visitor = new Visitor(bank)): Promise<Walk> {
  const page = await visitor.get(address ?? (await location()))
  return new Walk(visitor, page.location)
}

async function signIn(walk: Walk, identifier = '10020002', password = '135790'): Promise<Walk> {
  await walk.enter(identifier, password)
  await walk.pressCode()
  return walk
}

describe('with a JWT of the token call', () => {
  test('login with strong authentication, accounts with balances, sign out', async () => {
    const walk = await open()
    expect(await walk.heading()).toBe('Votre identifiant')
    expect(await walk.text()).toContain('Banque en ligne, ouverte par Other (Other TPP SARL)')
    await signIn(walk)
    const { text } = await walk.page()
    expect(text).toContain('<h1>Mes comptes</h1>')
    for (const part of ['Bonjour Camille Bernard', 'Compte courant Mme', 'Compte projet Mme', 'Compte joint M. et Mme'])
      expect(text).toContain(part)
    expect(plain(text)).toMatch(/Solde<\/span><strong class="(debit)?">-?[\d ]+,\d\d €/)
    await walk.press('sign-out')
    const after = await walk.page()
    expect([after.status, headingOf(after)]).toEqual([410, 'Vous êtes déconnecté'])
  })

  test('transactions of an account, page by page, each once', async () => {
    const walk = await open(await location('19873'), new Visitor(bank, '19873.sandbox.localhost'))
    await signIn(walk, '20050001-01', 'Atelier-2026')
    const account = accountNamed(bank, 'karim-haddad', '')
    const path = `${walk.path}/accounts/${account.id}`
    const first = await walk.visitor.get(path)
    const last = Number(/Page 1 sur (\d+)/.exec(first.text)?.[1] ?? 1)
    expect(last).toBeGreaterThan(1)
    let rows = 0
    for (let at = 1; at <= last; at++) {
      const page = await walk.visitor.get(`${path}?page=${at}`)
      rows += page.text.match(/<th scope="row">/g)?.length ?? 0
      expect(page.text.includes('rel="next"')).toBe(at < last)
    }
    expect(rows).toBeGreaterThan((last - 1) * 50)
    for (const odd of ['0', '-1', '99999', 'x', '1e9'])
      expect((await walk.visitor.get(`${path}?page=${odd}`)).status).toBe(200)
  })

  test('an account without transactions is labelled; the profile names the customer', async () => {
    const walk = await signIn(await open(), '10020004', '000111')
    const page = await walk.visitor.get(`${walk.path}/accounts/${accountNamed(bank, 'ines-petit', '').id}`)
    expect(page.text).toContain('Aucune opération')
    const profile = await walk.visitor.get(`${walk.path}/profile`)
    for (const part of ['Inès Petit', '10020004', 'Particuliers']) expect(profile.text).toContain(part)
  })

  test('a deferred-debit card and a currency account', async () => {
    const laurent = await open(await location('19871'), new Visitor(bank, '19871.sandbox.localhost'))
    await signIn(laurent, '10030001', '445566')
    expect(await laurent.text()).toMatch(/Carte à débit différé[\s\S]*Encours/)
    const mercier = await open(await location('19872'), new Visitor(bank, '19872.sandbox.localhost'))
    await signIn(mercier, '10040001', '778899')
    expect(plain(await mercier.text())).toMatch(/[\d ]+,\d\d (\$US|USD)/)
  })

  test('a locked sign-in says what becomes of it: nobody is sent back', async () => {
    const walk = await open()
    await walk.enter('10020002', '000000')
    await walk.press('password', { password: '111111' })
    expect(plain(await walk.text())).toContain('Dernier essai : ensuite, la connexion est refusée.')
    expect((await walk.press('password', { password: '222222' })).location).toBe(walk.path)
    expect((await walk.page()).status).toBe(410)
  })

  test('read-only: no form besides signing out, no mobile or card payment', async () => {
    const walk = await signIn(await open())
    const { text } = await walk.page()
    expect(text.match(/<form/g)).toHaveLength(1)
    expect(text).toContain('/sign-out"')
    expect(text).toContain('Cet accès ne donne ni')
  })

  test('is available in English, on every page', async () => {
    const walk = await signIn(await open())
    const account = accountNamed(bank, 'camille-bernard', 'Compte courant')
    const back = await walk.visitor.get(`${walk.path}/accounts/${account.id}?page=1&lang=en`)
    expect(back.location).toBe(`${walk.path}/accounts/${account.id}?page=1`)
    const { text } = await walk.visitor.get(back.location)
    expect(text).toContain('<h2>Transactions</h2>')
    expect(text).toContain('Owners: ')
    expect(await walk.text()).toContain('My accounts')
  })
})

describe('bound to the JWT', () => {
  test.each([
    ['missing', '/fallback', 400, 'Accès réservé aux prestataires'],
    ['empty', '/fallback?fallback=', 400, 'Accès réservé aux prestataires'],
    ['twice', '/fallback?fallback=a&fallback=b', 400, 'Accès réservé aux prestataires'],
    ['nonsense', '/fallback?fallback=%3Cscript%3E', 403, 'Jeton non valable'],
    ['unsigned', '/fallback?fallback=eyJhbGciOiJub25lIn0.e30.', 403, 'Jeton non valable'],
  ])('%s', async (_name, path, status, title) => {
    const page = await new Visitor(bank).get(path)
    expect([page.status, headingOf(page), page.location]).toEqual([status, title, ''])
  })

  test('forged: another signature', async () => {
    const address = await location()
    const page = await new Visitor(bank).get(`${address.slice(0, -20)}${'A'.repeat(20)}`)
    expect([page.status, headingOf(page)]).toEqual([403, 'Jeton non valable'])
  })

  test('of another bank of the group', async () => {
    const page = await new Visitor(bank, '19871.sandbox.localhost').get(await location('19870'))
    expect([page.status, headingOf(page)]).toEqual([403, 'Jeton d’une autre banque'])
  })

  test('expired', async () => {
    const address = await location()
    bank.pass(301_000)
    const page = await new Visitor(bank).get(address)
    expect([page.status, headingOf(page)]).toEqual([403, 'Jeton expiré'])
  })

  test('is valid for one login: a second page of the same JWT can’t sign in', async () => {
    const address = await location()
    const [one, two] = [await open(address), await open(address)]
    await two.enter('10020003', '112233')
    const code = await two.oneTimeCode()
    await signIn(one)
    await two.press('code', { code })
    expect(await two.heading()).toBe('Vous êtes déconnecté')
    expect(await one.heading()).toBe('Mes comptes')
    const third = await new Visitor(bank).get(address)
    expect([third.status, headingOf(third)]).toEqual([403, 'Jeton déjà utilisé'])
  })

  test('an abandoned login leaves the JWT valid', async () => {
    const address = await location()
    const walk = await open(address)
    await walk.press('refuse')
    expect((await walk.page()).status).toBe(410)
    expect(headingOf(await (await signIn(await open(address))).page())).toBe('Mes comptes')
  })

  test('a TPP whose registration was deleted has no access', async () => {
    const walk = await signIn(await open())
    const visit = findVisit(bank.sandbox.db, '19870', 'fallback', walk.id)
    if (visit) writeVisit(bank.sandbox.db, { ...visit, clientId: 'gone' })
    expect((await walk.page()).status).toBe(410)
  })
})

describe('the session', () => {
  test('ends after ten minutes without a page, and half an hour after its JWT', async () => {
    const idle = await signIn(await open())
    bank.pass(9 * 60_000)
    expect((await idle.page()).status).toBe(200)
    bank.pass(10 * 60_000)
    expect((await idle.page()).status).toBe(410)
    const busy = await signIn(await open())
    for (let minutes = 0; minutes < 34; minutes += 2) {
      bank.pass(2 * 60_000)
      expect([minutes, (await busy.page()).status]).toEqual([minutes, 200])
    }
    bank.pass(2 * 60_000)
    expect((await busy.page()).status).toBe(410)
  })

  test('no page is shown before the login', async () => {
    const walk = await open()
    const account = accountNamed(bank, 'camille-bernard', 'Compte courant')
    for (const page of ['', '/profile', `/accounts/${account.id}`])
      expect(headingOf(await walk.visitor.get(`${walk.path}${page}`))).toBe('Votre identifiant')
  })

  test('somebody else’s account is not found', async () => {
    const walk = await signIn(await open())
    const page = await walk.visitor.get(`${walk.path}/accounts/${accountNamed(bank, 'lea-moreau', '').id}`)
    expect(page.status).toBe(404)
  })

  test('another browser sees nothing', async () => {
    const walk = await signIn(await open())
    for (const page of ['', '/profile']) expect((await new Visitor(bank).get(`${walk.path}${page}`)).status).toBe(403)
    expect((await new Walk(new Visitor(bank), walk.path).press('sign-out', {}, await walk.turn())).status).toBe(403)
    expect((await walk.page()).status).toBe(200)
  })

  test('a form of another site does not sign out', async () => {
    const walk = await signIn(await open())
    const form = { turn: await walk.turn() }
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await walk.visitor.send('POST', `${walk.path}/sign-out`, { form, headers })).status).toBe(403)
    expect((await walk.page()).status).toBe(200)
  })

  test('a subscription that ends meanwhile ends the session', async () => {
    const walk = await signIn(await open(), '10020001', '246810')
    changePersonStatus(bank.sandbox.db, 'lea-moreau', 'terminated')
    const after = await walk.page()
    changePersonStatus(bank.sandbox.db, 'lea-moreau', 'active')
    expect(after.status).toBe(410)
  })

  test('a terminated subscription can’t sign in', async () => {
    const walk = await open()
    await walk.enter('10029999', '999999')
    expect(await walk.heading()).toBe('Votre abonnement est résilié')
    await walk.press('acknowledge')
    expect((await walk.page()).status).toBe(410)
  })

  test('three wrong passwords end it', async () => {
    const walk = await open()
    await walk.press('identifier', { identifier: '10020002' })
    for (let times = 0; times < 3; times++) await walk.press('password', { password: '000000' })
    expect((await walk.page()).status).toBe(410)
  })

  test('every button after sign-in: only signing out has an effect', async () => {
    for (const action of actions) {
      const walk = await signIn(await open())
      await walk.press(action, { identifier: '10020001', password: '246810', code: '123456' })
      expect([action, (await walk.page()).status]).toEqual([action, action === 'sign-out' ? 410 : 200])
    }
  })

  test('the same button twice signs in once', async () => {
    const walk = await open()
    await walk.enter()
    const [turn, code] = [await walk.turn(), await walk.oneTimeCode()]
    await Promise.all([walk.press('code', { code }, turn), walk.press('code', { code }, turn)])
    expect(await walk.heading()).toBe('Mes comptes')
  })
})
