import { afterAll, describe, expect, test } from 'vitest'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { readPayment } from '#sandbox/store/payments.ts'
import { findVisit } from '#sandbox/store/visits.ts'
import { authorization } from './authorize.ts'
import { paymentVisitType } from './payment-visit.ts'
import { signInButtons } from './sign-in.ts'
import {
  askPayment,
  failureUrl,
  follow,
  type PaymentScreen,
  payeeIban,
  reachPayment,
  successUrl,
} from './test-payment.ts'
import {
  answerOf,
  authorizePath,
  callbackUri,
  codesIssued,
  openTestBank,
  unguessable,
  Visitor,
  Walk,
} from './test-visitor.ts'

const bank = await openTestBank()
afterAll(() => bank.close())

type Opened = {
  readonly walk: Walk
  /** What the visit has brought about. */
  readonly result: () => unknown
  readonly secrets: readonly string[]
}

async function authorize(screen: Parameters<Walk['reach']>[0]): Promise<Opened> {
  const walk = await Walk.begin(new Visitor(bank))
  await walk.reach(screen)
  const issued = codesIssued(bank)
  return { walk, result: () => codesIssued(bank) - issued, secrets: ['135790', '10020002'] }
}

async function pay(screen: PaymentScreen): Promise<Opened> {
  const { id, link, nonce } = askPayment(bank)
  const walk = await follow(bank, link)
  await reachPayment(walk, screen)
  const result = () => {
    const { status, reason, instructions } = readPayment(bank.sandbox.db, id)
    return [status, reason, instructions[0]?.status ?? null]
  }
  return { walk, result, secrets: [nonce, 'Librairie', payeeIban] }
}

const screensOf = <Screen extends string>(open: (screen: Screen) => Promise<Opened>, right: Record<Screen, string[]>) =>
  (Object.keys(right) as Screen[]).map(screen => ({ screen, right: right[screen], open: () => open(screen) }))

const kinds = [
  {
    purpose: 'authorization' as const,
    actions: Object.keys({ ...signInButtons, ...authorization.buttons }),
    /** The screens, and the buttons of each that have an effect. */
    screens: screensOf(authorize, {
      identifier: ['identifier', 'refuse'],
      password: ['identifier-back', 'password', 'refuse'],
      code: ['code', 'resend', 'refuse'],
      approval: ['approve', 'refuse'],
      terminated: ['acknowledge', 'refuse'],
    }),
    first: () => authorize('identifier'),
    atCode: () => authorize('code'),
    last: () => authorize('approval'),
    afterCode: 'Autoriser l’accès\u202f?',
    approve: 'approve',
    shown: 'Other TPP',
    approvedText: 'déjà autorisé',
    refusedText: 'pas été accordé',
    success: callbackUri,
    failure: callbackUri,
    approved: 1,
    refused: { answer: { error_description: 'refused', state: 'state-1' }, result: 0 },
    timeout: { answer: { error_description: 'timeout', state: 'state-1' }, result: 0 },
    terminated: { answer: { error_description: 'subscription_terminated', state: 'state-1' }, result: 0 },
    forgotten: { identifier: null, oneTimeCode: null, outcome: 'approved' },
  },
  {
    purpose: 'payment' as const,
    actions: Object.keys({ ...signInButtons, ...paymentVisitType.buttons }),
    screens: screensOf(pay, {
      identifier: ['identifier', 'refuse'],
      password: ['identifier-back', 'password', 'refuse'],
      strong_authentication: ['code', 'resend', 'refuse'],
      account: ['account', 'refuse'],
      validation: ['code', 'resend', 'account-back', 'refuse'],
      confirmation: ['confirm', 'refuse'],
    }),
    first: () => pay('identifier'),
    atCode: () => pay('validation'),
    last: () => pay('confirmation'),
    afterCode: 'Confirmez ce virement',
    approve: 'confirm',
    shown: 'Librairie',
    approvedText: 'déjà validé',
    refusedText: 'n’a pas été validé',
    success: successUrl,
    failure: failureUrl,
    approved: ['ACSP', null, 'PDNG'],
    refused: { answer: { error_description: 'CUST refused by the customer' }, result: ['RJCT', 'CUST', null] },
    timeout: { answer: { error_description: 'NOAS timeout' }, result: ['RJCT', 'NOAS', null] },
    terminated: { answer: { error_description: 'NOAS subscription_terminated' }, result: ['RJCT', 'NOAS', null] },
    forgotten: { identifier: null, oneTimeCode: null, codeBoundTo: null, outcome: 'approved' },
  },
]

describe.each(kinds)('the screens of a visit: $purpose', kind => {
  const { purpose, approve, actions } = kind
  const shown = kind.screens.filter(({ screen }) => screen !== 'terminated')

  test.each(shown)('refuse on the $screen screen', async ({ open }) => {
    const { walk, result } = await open()
    const back = await walk.press('refuse')
    expect([back.status, back.location.startsWith(kind.failure)]).toEqual([303, true])
    expect(answerOf(back)).toEqual({ error: 'access_denied', ...kind.refused.answer })
    expect(result()).toEqual(kind.refused.result)
    expect(await walk.heading()).toBe('Cette demande est terminée')
  })

  test.each(shown)('time-out on the $screen screen', async ({ open }) => {
    for (const by of ['reload', 'form'] as const) {
      const { walk, result } = await open()
      const turn = await walk.turn()
      bank.pass(600_000)
      const back = by === 'reload' ? await walk.page() : await walk.press(approve, {}, turn)
      expect(back.status).toBe(303)
      expect(answerOf(back)).toEqual({ error: 'access_denied', ...kind.timeout.answer })
      expect(result()).toEqual(kind.timeout.result)
      expect(await walk.heading()).toBe('Cette demande est terminée')
    }
  })

  test('a code older than five minutes is invalid, a new one is valid', async () => {
    const { walk } = await kind.atCode()
    const old = await walk.oneTimeCode()
    bank.pass(300_001)
    await walk.press('code', { code: old })
    expect(await walk.text()).toContain('n’est plus valable')
    await walk.press('resend')
    const code = await walk.oneTimeCode()
    await walk.press('code', { code: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    expect(await walk.heading()).toBe(kind.afterCode)
  })

  test('a terminated subscription: an explanation, then back', async () => {
    const { walk, result } = await kind.first()
    await walk.enter('10029999', '999999')
    expect(await walk.heading()).toBe('Votre abonnement est résilié')
    const back = await walk.press('acknowledge')
    expect(answerOf(back)).toEqual({ error: 'access_denied', ...kind.terminated.answer })
    expect(result()).toEqual(kind.terminated.result)
  })

  test('the last button pressed twice: one code, then a page', async () => {
    const { walk, result } = await kind.last()
    const [turn, before] = [await walk.turn(), codesIssued(bank)]
    const answers = await Promise.all([walk.press(approve, {}, turn), walk.press(approve, {}, turn)])
    expect(answers.filter(({ location }) => location.startsWith(kind.success))).toHaveLength(1)
    expect(answers.filter(({ location }) => location === walk.path)).toHaveLength(1)
    expect([codesIssued(bank) - before, result()]).toEqual([1, kind.approved])
    expect(await walk.heading()).toBe('Cette demande est terminée')
  })

  test('every button on every screen: only the right ones have an effect', async () => {
    for (const { screen, right, open } of kind.screens)
      for (const action of actions) {
        const { walk } = await open()
        const before = await walk.turn()
        await walk.press(action, { identifier: '10020001', password: '246810', code: '123456' })
        const after = findVisit(bank.sandbox.db, '19870', purpose, walk.id)?.turn ?? -1
        expect([screen, action, after > Number(before)]).toEqual([screen, action, right.includes(action)])
      }
  })

  test('every button after the end: no code, no redirect to the TPP', async () => {
    for (const [ending, text] of [
      [approve, kind.approvedText],
      ['refuse', kind.refusedText],
    ] as const) {
      const { walk, result } = await kind.last()
      await walk.press(ending)
      const ended = [result(), codesIssued(bank)]
      for (const action of actions)
        for (const turn of ['0', '3', '4', '5', '6', '7'])
          expect((await walk.press(action, {}, turn)).location).toBe(walk.path)
      expect([result(), codesIssued(bank)]).toEqual(ended)
      expect(await walk.text()).toContain(text)
    }
  })

  test('another browser sees nothing and does nothing', async () => {
    const { walk } = await kind.last()
    const stranger = new Walk(new Visitor(bank), walk.path)
    const seen = await stranger.page()
    expect(seen.status).toBe(403)
    expect(seen.text).not.toContain(kind.shown)
    const pressed = await stranger.press(approve, {}, await walk.turn())
    expect([pressed.status, pressed.location]).toEqual([403, ''])
    expect(answerOf(await walk.press(approve))).toHaveProperty('code')
  })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ])('a form of another site is refused: %o', async headers => {
    const { walk, result } = await kind.last()
    const [turn, before] = [await walk.turn(), result()]
    const page = await walk.visitor.send('POST', `${walk.path}/${approve}`, { form: { turn }, headers })
    expect([page.status, result()]).toEqual([403, before])
    expect(answerOf(await walk.press(approve))).toHaveProperty('code')
  })

  test('no secret, name or IBAN in a log', async () => {
    const { walk, secrets } = await kind.atCode()
    const oneTimeCode = await walk.oneTimeCode()
    await walk.press('code', { code: oneTimeCode })
    const { code = '-' } = answerOf(await walk.press(approve))
    const log = JSON.stringify(bank.logged)
    for (const secret of [code, oneTimeCode, 'Bernard', walk.path, ...secrets]) expect(log).not.toContain(secret)
  })

  test('the store deletes secrets that are no longer needed, and old visits', async () => {
    const { walk } = await kind.last()
    await walk.press(approve)
    expect(findVisit(bank.sandbox.db, '19870', purpose, walk.id)).toMatchObject(kind.forgotten)
    bank.pass(2 * 86_400_000)
    await kind.first()
    expect((await walk.page()).status).toBe(404)
  })
})

test.each([authorizePath, consentPath, '/fallback'])('an address that was never issued: %s', async path => {
  for (const id of [unguessable(), 'x', '..%2f..', "'--"])
    expect([id, (await new Visitor(bank).get(`${path}/${id}`)).status]).toEqual([id, 404])
})
