import { afterAll, describe, expect, test } from 'vitest'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { changeAccountStatus } from '#sandbox/store/accounts.ts'
import { readPayment } from '#sandbox/store/payments.ts'
import { hashToken } from '#sandbox/store/tokens.ts'
import { digestOfWhatIsValidated, paymentRefusals } from './payment-visit.ts'
import {
  accountNamed,
  askCancellation,
  askPayment,
  failureUrl,
  firstChoice,
  follow,
  linkOf,
  type PaymentChange,
  type PaymentScreen,
  reachPayment,
  successUrl,
} from './test-payment.ts'
import { answerOf, codesIssued, openTestBank, plain, Visitor, type Walk, wrongCode } from './test-visitor.ts'

const bank = await openTestBank()
afterAll(() => bank.close())

const statusOf = (id: string) => {
  const { status, reason, instructions } = readPayment(bank.sandbox.db, id)
  return [status, reason, instructions[0]?.status ?? null]
}
const paying = async (change: PaymentChange = {}, screen: PaymentScreen = 'identifier', accountId?: string) => {
  const asked = askPayment(bank, change)
  const walk = await follow(bank, asked.link)
  await reachPayment(walk, screen, accountId)
  return { ...asked, walk }
}
const current = (name = 'Compte courant') => accountNamed(bank, 'camille-bernard', name)

describe('from the PISP to its report URL', () => {
  test('identification, authentication, account, validation, confirmation, code', async () => {
    const { id, walk } = await paying()
    expect(await walk.heading()).toBe('Votre identifiant')
    expect(plain(await walk.text())).toContain('Other (Other TPP SARL) vous demande un virement de 42,50 €')
    await walk.press('identifier', { identifier: '10020002' })
    expect(await walk.heading()).toBe('Votre mot de passe')
    await walk.press('password', { password: '135790' })
    expect(await walk.heading()).toBe('Confirmez que c’est bien vous')
    expect(await walk.text()).toContain('Ce code ne valide aucun virement')
    await walk.pressCode()
    expect(await walk.heading()).toBe('Depuis quel compte\u202f?')
    await walk.press('account', { account: current().id })
    expect(await walk.heading()).toBe('Validez avec votre code')
    await walk.pressCode()
    expect(await walk.heading()).toBe('Confirmez ce virement')
    expect(statusOf(id)).toEqual(['ACTC', null, null])
    const back = await walk.press('confirm')
    expect(back.status).toBe(303)
    expect(back.location.startsWith(successUrl)).toBe(true)
    expect(answerOf(back)).toEqual({ order: '1', code: expect.stringMatching(/^[\w-]{43}$/) })
    expect(statusOf(id)).toEqual(['ACSP', null, 'PDNG'])
    expect(readPayment(bank.sandbox.db, id)).toMatchObject({
      personId: 'camille-bernard',
      debtorAccountId: current().id,
    })
    const stored = bank.sandbox.db.prepare('SELECT * FROM codes WHERE hash = ?')
    expect(stored.get(hashToken(answerOf(back).code ?? ''))).toMatchObject({ scope: 'pisp', redirect_uri: successUrl })
  })

  test('the short flow: confirmation, one authentication, back', async () => {
    const { id, walk } = await paying({ debtorIban: current().iban, debtorIdentification: '10020002' })
    expect(await walk.heading()).toBe('Vérifiez ce virement')
    await walk.press('confirm')
    expect(await walk.heading()).toBe('Votre mot de passe')
    expect(await walk.text()).not.toContain('identifier-back')
    await walk.press('password', { password: '135790' })
    expect(await walk.heading()).toBe('Validez avec votre code')
    expect(answerOf(await walk.pressCode())).toHaveProperty('code')
    expect(readPayment(bank.sandbox.db, id).debtorAccountId).toBe(current().id)
  })

  test('identification is skipped when the identifier was supplied', async () => {
    const { walk } = await paying({ debtorIdentification: '10020002' })
    expect(await walk.heading()).toBe('Votre mot de passe')
    expect((await walk.press('identifier-back')).location).toBe(walk.path)
    expect(await walk.heading()).toBe('Votre mot de passe')
  })

  test.each(['1002', '20050001-01', 'camille'])('the identifier %s of the wrong form is ignored', async wrong => {
    expect(await (await paying({ debtorIdentification: wrong })).walk.heading()).toBe('Votre identifiant')
  })

  test('a professional: subscription and usage, typed password, several transfers', async () => {
    const { id, link } = askPayment(bank, {
      bankCode: '19873',
      debtorIdentification: '20050001-01',
      transfers: [{ amountMinor: 10_000n }, { amountMinor: 5_000n, lines: ['Deuxième'] }],
    })
    const walk = await follow(bank, link, new Visitor(bank, '19873.sandbox.localhost'))
    expect(await walk.text()).toContain('autocomplete="current-password"')
    await walk.press('password', { password: 'Atelier-2026' })
    await walk.pressCode()
    await walk.press('account', { account: await firstChoice(walk) })
    expect(plain(await walk.text())).toContain('2 virements, 150,00 € au total, vers Librairie du Port')
    await walk.pressCode()
    const text = await walk.text()
    expect(plain(text)).toContain('Virement multiple : 2 virements')
    expect(text).toContain('Deuxième')
    expect(answerOf(await walk.press('confirm'))).toHaveProperty('code')
    expect(readPayment(bank.sandbox.db, id).instructions.map(one => one.status)).toEqual(['PDNG', 'PDNG'])
  })
})

test.each<[string, PaymentChange, string[]]>([
  ['a plain transfer', {}, ['42,50 €', 'Librairie du Port', 'FR76 1987 1000 0100 1752 3005 547', 'Commande 118']],
  ['who asked, and when it leaves', {}, ['Dès que Other le confirme', 'PSDFR-ACPR-99999']],
  ['instant', { isInstant: true }, ['Virement instantané', 'ne peut plus être annulé']],
  [
    'deferred',
    { transfers: [{ firstOn: '2026-12-24' }] },
    ['Virement différé', 'Le 24 décembre 2026 ; il peut être annulé jusqu’à la veille'],
  ],
  [
    'every month',
    { transfers: [{ firstOn: '2026-12-01', frequency: 'MNTH', rule: 'FWNG', endOn: null }] },
    [
      'Virement permanent',
      'Chaque mois, à partir du 1 décembre 2026, sans date de fin. Un jour non ouvré, il part le jour ouvré suivant.',
    ],
  ],
  [
    'every second week',
    { transfers: [{ firstOn: '2026-12-01', frequency: 'TOWK', rule: 'PREC', endOn: '2027-06-30' }] },
    [
      'Virement permanent',
      'Toutes les deux semaines, à partir du 1 décembre 2026, jusqu’au 30 juin 2027. Un jour non ouvré, il part le jour ouvré précédent.',
    ],
  ],
])('the payment in words: %s', async (_, change, parts) => {
  const { walk } = await paying({ debtorIban: current().iban, ...change })
  const text = plain(await walk.text()).replaceAll('&#39;', '’')
  for (const part of parts) expect(text).toContain(part)
})

describe('the account', () => {
  test('only eligible ones are offered, masked, with their balance', async () => {
    const { walk } = await paying({ isInstant: true }, 'account')
    const { text } = await walk.page()
    expect(text).toContain('Compte courant Mme Camille Bernard')
    expect(text).toContain('Compte joint M. et Mme Bernard')
    expect(text).not.toContain('Compte projet')
    expect(text).not.toContain(current().iban)
    expect(text).toMatch(/Solde -?[\d\s\u202f\u00a0]+,\d\d/)
  })

  test.each([
    ['one of someone else', () => accountNamed(bank, 'lea-moreau', 'Compte').id],
    ['one that is not eligible', () => current('Compte projet').id],
    ['none', () => ''],
  ])('%s is not taken', async (_name, accountId) => {
    const { id, walk } = await paying({ isInstant: true }, 'account')
    await walk.press('account', { account: accountId() })
    expect(await walk.heading()).toBe('Depuis quel compte\u202f?')
    expect(await walk.text()).toContain('Choisissez l’un de ces comptes')
    expect(statusOf(id)[0]).toBe('ACTC')
  })

  test('another one can be chosen, which invalidates the code of the first', async () => {
    const { walk } = await paying({}, 'validation', current().id)
    const first = await walk.oneTimeCode()
    await walk.press('account-back')
    expect(await walk.text()).not.toContain(first)
    await walk.press('account', { account: current('Compte joint').id })
    const second = await walk.oneTimeCode()
    if (first !== second) {
      await walk.press('code', { code: first })
      expect(await walk.heading()).toBe('Validez avec votre code')
    }
    await walk.press('code', { code: second })
    expect(await walk.text()).toContain('Compte joint M. et Mme Bernard')
  })

  test('no eligible account: explained, rejected with NOAS at once, then back', async () => {
    const { id, link } = askPayment(bank, { bankCode: '19872', isInstant: false, transfers: [{}, { currency: 'USD' }] })
    bank.sandbox.db.exec("UPDATE accounts SET status = 'blocked' WHERE bank_code = '19872'")
    const walk = await follow(bank, link, new Visitor(bank, '19872.sandbox.localhost'))
    await walk.enter('10040001', '778899')
    await walk.pressCode()
    expect(await walk.heading()).toBe('Aucun compte ne convient')
    expect(statusOf(id)).toEqual(['RJCT', 'NOAS', null])
    const back = await walk.press('acknowledge')
    expect(back.location.startsWith(failureUrl)).toBe(true)
    expect(answerOf(back)).toEqual({ error: 'access_denied', error_description: 'NOAS no eligible account' })
  })

  test('a debtor IBAN of someone else is rejected after the password', async () => {
    const { id, walk } = await paying({ debtorIban: accountNamed(bank, 'lea-moreau', 'Compte').iban })
    await walk.press('confirm')
    await walk.enter()
    expect(await walk.heading()).toBe('Aucun compte ne convient')
    expect(statusOf(id)).toEqual(['RJCT', 'NOAS', null])
  })

  test('one that is blocked between validation and confirmation: no consent', async () => {
    const joint = current('Compte joint')
    const { id, walk } = await paying({}, 'confirmation', joint.id)
    changeAccountStatus(bank.sandbox.db, joint.id, 'blocked')
    const before = codesIssued(bank)
    const back = await walk.press('confirm')
    changeAccountStatus(bank.sandbox.db, joint.id, 'open')
    expect(answerOf(back)).toMatchObject({ error: 'access_denied' })
    expect([statusOf(id)[0], codesIssued(bank)]).toEqual(['RJCT', before])
    expect(await walk.text()).toContain('n’a pas été validé')
  })
})

describe('dynamic linking', () => {
  test('the message with the code names amount and payee', async () => {
    const { walk } = await paying({}, 'validation')
    expect(plain(await walk.text())).toContain(
      'Virement de 42,50 € vers Librairie du Port, FR76 1987 1000 0100 1752 3005 547, demandé par Other. Code pour le valider :',
    )
  })

  test.each([
    ['amount', 'UPDATE instructions SET amount_minor = 1 WHERE payment_id = ?'],
    ['payee', "UPDATE payments SET creditor_iban = 'FR7619870000010042759004412' WHERE id = ?"],
    ['name of the payee', "UPDATE payments SET creditor_name = 'Mallory' WHERE id = ?"],
    ['day', "UPDATE instructions SET first_on = '2027-01-04' WHERE payment_id = ?"],
  ])('a code is void when the %s changed after it was sent', async (_what, sql) => {
    const { id, walk } = await paying({}, 'validation')
    bank.sandbox.db.prepare(sql).run(id)
    const back = await walk.pressCode()
    expect(answerOf(back)).toMatchObject({ error: 'access_denied' })
    expect(statusOf(id)[0]).toBe('RJCT')
  })

  test('the code of the sign-in does not validate', async () => {
    const { walk } = await paying({}, 'strong_authentication')
    const first = await walk.oneTimeCode()
    await walk.press('code', { code: first })
    await walk.press('account', { account: current().id })
    const second = await walk.oneTimeCode()
    await walk.press('code', { code: first === second ? wrongCode(second) : first })
    expect(await walk.heading()).toBe('Validez avec votre code')
  })

  test('the digest distinguishes everything that the customer sees', () => {
    const payment = readPayment(bank.sandbox.db, askPayment(bank).id)
    const of = (change: Partial<typeof payment>, account = 'a') =>
      digestOfWhatIsValidated({ payment: { ...payment, ...change }, cancellation: null }, account)
    const [first] = payment.instructions
    if (!first) throw new Error('no instruction')
    const all = [
      of({}),
      of({}, 'b'),
      of({ creditorName: 'x' }),
      of({ creditorIban: 'x' }),
      of({ isInstant: true }),
      of({ instructions: [{ ...first, amountMinor: 1n }] }),
      of({ instructions: [first, first] }),
      of({ instructions: [{ ...first, frequency: 'MNTH' }] }),
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(of({})).toBe(of({}))
  })
})

describe('leaving', () => {
  test('without unsuccessfulReportUrl the successful one is used', async () => {
    const { walk } = await paying({ failureUrl: null })
    const back = await walk.press('refuse')
    expect(back.location.startsWith(successUrl)).toBe(true)
    expect(answerOf(back)).toEqual({
      order: '1',
      error: 'access_denied',
      error_description: 'CUST refused by the customer',
    })
  })

  test('the screens never last longer than what is left of the payment’s 30 minutes', async () => {
    const { id, link } = askPayment(bank)
    bank.pass(29 * 60_000)
    const walk = await follow(bank, link)
    bank.pass(59_000)
    expect((await walk.page()).status).toBe(200)
    bank.pass(1_000)
    expect(answerOf(await walk.page())).toMatchObject({ error_description: 'NOAS timeout' })
    expect(statusOf(id)).toEqual(['RJCT', 'NOAS', null])
  })

  test('a link opened after 30 minutes goes back to the PISP', async () => {
    const { id, link } = askPayment(bank)
    bank.pass(30 * 60_000)
    const page = await new Visitor(bank).get(link)
    expect([page.status, page.location.startsWith(failureUrl)]).toEqual([303, true])
    expect(statusOf(id)).toEqual(['RJCT', 'NOAS', null])
  })

  test('an amount that the controls reject never shows a screen', async () => {
    const { id, link } = askPayment(bank, { transfers: [{ amountMinor: 104n }] })
    const page = await new Visitor(bank).get(link)
    expect(answerOf(page)).toMatchObject({ error: 'access_denied' })
    expect(statusOf(id)).toEqual(['RJCT', 'AC04', null])
  })

  test('every refusal is plain ASCII', () => {
    for (const { reason, sentence } of Object.values(paymentRefusals))
      expect(`${reason} ${sentence}`).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })
})

describe('invalid input', () => {
  test('three wrong passwords reject', async () => {
    const { id, walk } = await paying({}, 'password')
    await walk.press('password', { password: '000000' })
    await walk.press('password', { password: '000000' })
    const back = await walk.press('password', { password: '000000' })
    expect(answerOf(back).error_description).toBe('NOAS password_locked')
    expect(statusOf(id)[0]).toBe('RJCT')
  })
})

describe('the nonce', () => {
  test('is valid once, in whatever browser', async () => {
    const { id, link, walk } = await paying()
    for (const visitor of [walk.visitor, new Visitor(bank)]) {
      const page = await visitor.get(link)
      expect([page.status, page.location]).toEqual([410, ''])
      expect(page.text).toContain('Ce lien a déjà servi')
    }
    await reachPayment(walk, 'confirmation')
    expect(answerOf(await walk.press('confirm'))).toHaveProperty('code')
    expect(statusOf(id)[0]).toBe('ACSP')
  })

  test('opened twice in parallel: one visit, and one page that refuses', async () => {
    const { link } = askPayment(bank)
    const pages = await Promise.all([new Visitor(bank).get(link), new Visitor(bank).get(link)])
    expect(pages.map(page => page.status).sort()).toEqual([303, 410])
  })

  test.each([{ purpose: 'prefetch' }, { 'sec-purpose': 'prefetch;prerender' }])(
    'is not used up by a look ahead: %o',
    async headers => {
      const { link } = askPayment(bank)
      expect((await new Visitor(bank).get(link, headers)).status).toBe(204)
      expect((await new Visitor(bank).send('HEAD', link)).status).toBe(204)
      expect((await new Visitor(bank).get(link)).status).toBe(303)
    },
  )

  test('of another payment, of another bank, guessed, missing or repeated: unknown', async () => {
    const one = askPayment(bank)
    const two = askPayment(bank)
    const visitor = new Visitor(bank)
    const others = [linkOf(one.id, two.nonce), linkOf(one.id, 'guess'), linkOf('nobody', one.nonce), consentPath]
    for (const link of [...others, `${one.link}&nonce=${two.nonce}`])
      expect([link, (await visitor.get(link)).status]).toEqual([link, 404])
    expect((await new Visitor(bank, '19871.sandbox.localhost').get(one.link)).status).toBe(404)
    expect((await visitor.get(one.link)).status).toBe(303)
  })
})

describe('repeated actions', () => {
  test('the back button: an old form changes nothing, and the page says so', async () => {
    const { walk } = await paying()
    const first = await walk.turn()
    await reachPayment(walk, 'account')
    await walk.press('identifier', { identifier: '10020001' }, first)
    expect(await walk.heading()).toBe('Depuis quel compte\u202f?')
    expect(await walk.text()).toContain('n’était plus à jour')
  })

  test('two payments in two tabs of one browser, completed in reverse order', async () => {
    const visitor = new Visitor(bank)
    const [one, two] = [askPayment(bank), askPayment(bank)]
    const first = await follow(bank, one.link, visitor)
    const second = await follow(bank, two.link, visitor)
    await reachPayment(first, 'confirmation')
    await reachPayment(second, 'confirmation')
    await second.press('confirm')
    await first.press('confirm')
    expect([statusOf(one.id)[0], statusOf(two.id)[0]]).toEqual(['ACSP', 'ACSP'])
  })
})

describe('not the customer’s browser', () => {
  test('nothing that the browser sends decides where it is redirected', async () => {
    const wish = '&successfulReportUrl=https%3A%2F%2Fevil.example&redirect_uri=//evil.example'
    const walk = await follow(bank, askPayment(bank).link + wish)
    const back = await walk.press('refuse', { successUrl: 'https://evil.example', failureUrl: '//evil.example' })
    expect(new URL(back.location).origin).toBe('https://tpp.example')
    const csp = (await walk.page()).headers.get('content-security-policy')
    expect(csp).toContain("form-action 'self' https://tpp.example;".replace(';', ''))
  })
})

describe('a cancellation', () => {
  const consented = async (change: PaymentChange = {}): Promise<string> => {
    const deferred = { transfers: [{ firstOn: '2026-12-24' }], ...change }
    const { id, walk } = await paying(deferred, 'confirmation', current('Compte joint').id)
    await walk.press('confirm')
    return id
  }

  const signIn = async (link: string, identifier?: string, password?: string): Promise<Walk> => {
    const walk = await follow(bank, link)
    await walk.enter(identifier, password)
    return walk
  }

  test('names what is cancelled and why, and cancels after strong authentication', async () => {
    const id = await consented()
    const walk = await signIn(askCancellation(bank, id, 'DUPL').link)
    expect(await walk.heading()).toBe('Annuler ce virement\u202f?')
    const text = plain(await walk.text())
    for (const part of ['42,50 €', 'Librairie du Port', 'double emploi', 'Le 24 décembre 2026'])
      expect(text).toContain(part)
    await walk.press('confirm')
    expect(plain(await walk.text())).toContain('Annulation du virement de 42,50 € vers Librairie du Port')
    expect((await walk.pressCode()).location).toBe(successUrl)
    expect(statusOf(id)).toEqual(['CANC', 'DUPL', 'CANC'])
    expect(await walk.text()).toContain('déjà validé cette annulation')
  })

  test('the co-holder of the account can do it, someone else can’t', async () => {
    const id = await consented()
    const stranger = await signIn(askCancellation(bank, id).link, '10020001', '246810')
    expect(await stranger.heading()).toBe('Aucun compte ne convient')
    expect(await stranger.text()).toContain('vous ne pouvez pas l’annuler')
    expect(answerOf(await stranger.press('acknowledge')).error).toBe('access_denied')
    expect(statusOf(id)[0]).toBe('ACSP')
    const holder = await signIn(askCancellation(bank, id).link, '10020003', '112233')
    await holder.press('confirm')
    await holder.pressCode()
    expect(statusOf(id)[0]).toBe('CANC')
  })

  test.each(['refuse', 'time'] as const)('without consent (%s) the payment does not change', async how => {
    const id = await consented()
    const walk = await signIn(askCancellation(bank, id).link)
    if (how === 'time') bank.pass(600_000)
    const back = how === 'time' ? await walk.page() : await walk.press('refuse')
    expect(back.location.startsWith(failureUrl)).toBe(true)
    expect(statusOf(id)).toEqual(['ACSP', null, 'PDNG'])
    expect(await walk.text()).toContain('est maintenu')
  })

  test('of one instruction of several shows only that one', async () => {
    const id = await consented({
      transfers: [
        { firstOn: '2026-12-24', amountMinor: 1_000n, lines: ['Premier'] },
        { firstOn: '2026-12-24', amountMinor: 2_000n, lines: ['Second'] },
      ],
    })
    const walk = await signIn(askCancellation(bank, id, 'TECH', [1]).link)
    const text = plain(await walk.text())
    expect(text).toContain('20,00 €')
    expect(text).toContain('Second')
    expect(text).not.toContain('Premier')
    await walk.press('confirm')
    await walk.pressCode()
    expect(readPayment(bank.sandbox.db, id).instructions.map(one => one.status)).toEqual(['PDNG', 'CANC'])
  })

  test('that fails at the bank redirects with an error', async () => {
    const id = await consented({ transfers: [{ firstOn: '2026-12-24', amountMinor: 302n }] })
    const walk = await signIn(askCancellation(bank, id).link)
    await walk.press('confirm')
    const back = await walk.pressCode()
    expect(answerOf(back)).toHaveProperty('error')
    expect(statusOf(id)).toEqual(['ACSP', null, 'PDNG'])
  })
})

test('hostile texts in payee, remittance and names are shown as text', async () => {
  const hostile = '<script>alert(1)</script>"&\'\u202e gro.live'
  const names = { creditorName: hostile, softwareId: hostile, legalName: hostile }
  const lines = [hostile, '</dd><img src=x onerror=alert(1)>']
  const { walk } = await paying({ ...names, transfers: [{ lines, endToEndId: hostile }] })
  const texts = [await walk.text()]
  for (const step of [
    () => walk.enter(),
    () => walk.pressCode(),
    () => walk.press('account', { account: current().id }),
    () => walk.pressCode(),
  ]) {
    await step()
    texts.push(await walk.text())
  }
  for (const text of texts) {
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img src=x')
    expect(text).toContain('&lt;script&gt;alert(1)')
  }
  expect(texts.at(-1)).toContain('<bdi>&lt;script&gt;alert(1)')
})
