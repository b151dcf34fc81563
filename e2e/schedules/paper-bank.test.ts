import { randomUUID } from 'node:crypto'
import type { Bank } from '@guichet/stet/bank.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { exchangePaymentCode, requestClientToken } from '@guichet/stet/oauth.ts'
import { cancelPayment, confirmPayment, createPayment, readPayment } from '@guichet/stet/payments.ts'
import { valueOr } from '@guichet/stet/terms/parsed-field.ts'
import { instructionsShown } from '@guichet/stet/terms/payment-copy.ts'
import type { PaymentRequest } from '@guichet/stet/terms/payment-request.ts'
import { confirmationToken, type PispToken } from '@guichet/stet/token.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askDesk, setBankClock } from '#testing/bank/desk.ts'
import { PaperBank } from '#testing/bank/in-memory.ts'
import { openBank } from '#testing/bank/open.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { presence } from '#testing/bank/start.ts'

/**
 * Compares the simulated bank with the sandbox bank: the same calls of the same client get the same statuses and codes, so that
 * results of schedules are valid for the sandbox bank (T9).
 */
type Side = {
  readonly bank: Bank
  readonly token: () => Promise<PispToken>
  /** The customer decides; returns where the bank redirects. */
  readonly decide: (created: Created, decision: 'approve' | 'refuse', on?: 'payment' | 'cancellation') => Promise<URL>
  readonly passSeconds: (seconds: number) => Promise<void>
}
type Created = {
  readonly request: PaymentRequest
  readonly resourceId: string
  readonly creationRequestId: string
  readonly consentUrl: URL
  readonly urls: { readonly successful: string; readonly unsuccessful: string }
}

const at = openBank()
let wired: Bank
beforeAll(() => {
  wired = at.connect()
})
beforeEach(async () => {
  await askDesk(at.running, 'PUT', '/clock', { move: 'real' })
  await askDesk(at.running, 'PUT', '/clock', { move: 'freeze' })
})

function realSide(): Side {
  let frozenAt = Date.now()
  return {
    bank: wired,
    token: async () => (await requestClientToken(wired, 'pisp', { presence: null })).accessToken,
    decide: async ({ consentUrl }, decision) =>
      (await walkPayment(at.running, consentUrl, 'camille-bernard', decision)).callbackUrl,
    passSeconds: async seconds => {
      frozenAt += seconds * 1_000
      await setBankClock(at.running, new Date(frozenAt))
      await askDesk(at.running, 'PUT', '/clock', { move: 'freeze' })
    },
  }
}

function paperSide(): Side {
  let clock = Date.now()
  const paper = new PaperBank(() => clock)
  const { seal } = wired.credentials
  const exchange = async (request: Parameters<typeof wired.credentials.transport.exchange>[0]) => paper.answer(request)
  const bank: Bank = { ...wired, credentials: { transport: { exchange, close: async () => {} }, seal } }
  return {
    bank,
    token: async () => (await requestClientToken(bank, 'pisp', { presence: null })).accessToken,
    decide: async ({ resourceId }, decision, on = 'payment') => {
      const isAgreed = decision === 'approve'
      const answer = isAgreed ? paper.approve(resourceId) : paper.refuse(resourceId)
      return new URL((on === 'payment' ? answer : paper.answerCancellation(resourceId, isAgreed)) ?? 'about:blank')
    },
    passSeconds: async seconds => {
      clock += seconds * 1_000
    },
  }
}

const newId = () => randomUUID().replaceAll('-', '')

function request(days: number): PaymentRequest {
  return {
    paymentInformationId: newId(),
    categoryPurpose: 'DVPM',
    createdAt: new Date(),
    isInstant: false,
    recurrence: null,
    initiatingPartyName: 'Guichet SAS',
    debtorIban: null,
    debtorIdentification: null,
    executionDate: parisDay(new Date(Date.now() + days * 86_400_000)),
    creditor: { name: 'Librairie du Port', iban: 'DE89370400440532013000', bic: null },
    instructions: [
      {
        instructionId: newId(),
        endToEndId: newId(),
        remittance: ['Commande 4711'],
        amount: { amountMinor: 1234n, currency: 'EUR' },
      },
    ],
  }
}

async function create(side: Side, wanted = request(0)): Promise<Created> {
  const base = `${at.running.tppOrigin}/callback/19870/payment/${randomUUID()}`
  const urls = { successful: base, unsuccessful: `${base}/ko` }
  const creationRequestId = randomUUID()
  const context = { presence, requestId: creationRequestId }
  const made = await createPayment(side.bank, await side.token(), { request: wanted, urls }, context)
  return { request: wanted, ...made, creationRequestId, urls }
}

/** The result of a call: a status and the bank's code, or a value. */
async function said<T>(act: Promise<T>, of: (value: T) => unknown = () => 'ok'): Promise<unknown> {
  try {
    return of(await act)
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return { status: error.status, code: error.code }
  }
}

async function payment(side: Side, { resourceId, creationRequestId }: Created, requestId = creationRequestId) {
  const address = { resourceId, creationRequestId: requestId }
  return said(readPayment(side.bank, await side.token(), address, { presence: null }), reading => [
    reading.payment.status,
    reading.payment.reason,
    instructionsShown(reading.payment).map(({ status }) => valueOr(status)),
  ])
}

const codeOf = (url: URL) => url.searchParams.get('code') ?? ''
const trade = (side: Side, { urls }: Created, code: string) =>
  exchangePaymentCode(side.bank, { code, redirectUri: urls.successful }, { presence })
const confirm = (side: Side, { resourceId }: Created, token: Awaited<ReturnType<typeof trade>>['accessToken']) =>
  said(confirmPayment(side.bank, token, resourceId, { presence }))

async function cancel(side: Side, created: Created): Promise<{ answer: unknown; consentUrl: URL | null }> {
  const { resourceId, creationRequestId } = created
  const token = await side.token()
  const { raw } = await readPayment(side.bank, token, { resourceId, creationRequestId }, { presence: null })
  const order = { reason: 'DS02', instructionIds: null } as const
  let consentUrl: URL | null = null
  const answer = await said(
    cancelPayment(side.bank, token, { payment: { resourceId, raw }, order }, { presence }),
    asked => {
      consentUrl = asked.consentUrl
      return 'ok'
    },
  )
  return { answer, consentUrl }
}

/** A redirect: its address, and whether it contains a code or an error. */
function sentTo(url: URL, { urls }: Created) {
  const path = url.href.split('?')[0]
  const which = path === urls.successful ? 'successful' : path === urls.unsuccessful ? 'unsuccessful' : url.href
  return [which, url.searchParams.has('code'), url.searchParams.get('error')]
}

const stories: Readonly<Record<string, (side: Side) => Promise<unknown[]>>> = {
  'paid, confirmed twice, its code used twice': async side => {
    const created = await create(side)
    const before = await payment(side, created)
    const url = await side.decide(created, 'approve')
    const agreed = await payment(side, created)
    const { accessToken } = await trade(side, created, codeOf(url))
    const first = await confirm(side, created, accessToken)
    const after = await payment(side, created)
    const again = await confirm(side, created, accessToken)
    return [before, sentTo(url, created), agreed, first, after, again, await said(trade(side, created, codeOf(url)))]
  },
  'the same ids again': async side => {
    const created = await create(side)
    return [await said(create(side, created.request))]
  },
  'read under another X-Request-ID, and one that is not there': async side => {
    const created = await create(side)
    return [await payment(side, created, randomUUID()), await payment(side, { ...created, resourceId: newId() })]
  },
  'refused by its customer': async side => {
    const created = await create(side)
    const url = await side.decide(created, 'refuse')
    return [sentTo(url, created), await payment(side, created)]
  },
  'nobody answers in time': async side => {
    const created = await create(side)
    await side.passSeconds(3_600)
    return [await payment(side, created)]
  },
  'a code that is too late, and one that never was': async side => {
    const created = await create(side)
    const url = await side.decide(created, 'approve')
    const forged = await said(trade(side, created, 'forged'))
    await side.passSeconds(3_600)
    return [forged, await said(trade(side, created, codeOf(url))), await payment(side, created)]
  },
  'a code brought with another address': async side => {
    const created = await create(side)
    const code = codeOf(await side.decide(created, 'approve'))
    const other = { ...created, urls: { ...created.urls, successful: `${created.urls.successful}x` } }
    return [await said(trade(side, other, code))]
  },
  'the token of one payment confirms no other, and a token that is none neither': async side => {
    const [one, other] = [await create(side), await create(side)]
    const { accessToken } = await trade(side, one, codeOf(await side.decide(one, 'approve')))
    await side.decide(other, 'approve')
    const none = confirmationToken(side.bank.code, 'none')
    return [await confirm(side, other, accessToken), await confirm(side, one, none), await payment(side, other)]
  },
  'deferred: confirmed, waiting, confirmed again': async side => {
    const created = await create(side, request(5))
    const { accessToken } = await trade(side, created, codeOf(await side.decide(created, 'approve')))
    const first = await confirm(side, created, accessToken)
    return [
      first,
      await payment(side, created),
      await confirm(side, created, accessToken),
      await payment(side, created),
    ]
  },
  'deferred: cancelled by its customer, and not confirmed after': async side => {
    const created = await create(side, request(5))
    const { accessToken } = await trade(side, created, codeOf(await side.decide(created, 'approve')))
    const { answer, consentUrl } = await cancel(side, created)
    const asked = await payment(side, created)
    const back = { ...created, consentUrl: consentUrl ?? created.consentUrl }
    const url = await side.decide(back, 'approve', 'cancellation')
    const over = await payment(side, created)
    return [answer, asked, sentTo(url, created), over, await confirm(side, created, accessToken)]
  },
  'deferred: its customer keeps it': async side => {
    const created = await create(side, request(5))
    const { accessToken } = await trade(side, created, codeOf(await side.decide(created, 'approve')))
    await confirm(side, created, accessToken)
    const { answer, consentUrl } = await cancel(side, created)
    const back = { ...created, consentUrl: consentUrl ?? created.consentUrl }
    const url = await side.decide(back, 'refuse', 'cancellation')
    return [answer, sentTo(url, created), await payment(side, created)]
  },
  'deferred: cancelled before its customer agreed': async side => {
    const created = await create(side, request(5))
    const early = (await cancel(side, created)).answer
    await side.passSeconds(60)
    const before = await payment(side, created)
    const { answer } = await cancel(side, created)
    return [early, before, answer, await payment(side, created)]
  },
  'what is executed today is not cancellable': async side => {
    const created = await create(side)
    const before = (await cancel(side, created)).answer
    const { accessToken } = await trade(side, created, codeOf(await side.decide(created, 'approve')))
    await confirm(side, created, accessToken)
    return [before, (await cancel(side, created)).answer, await payment(side, created)]
  },
}

test.each(Object.keys(stories))('%s', async name => {
  const story = stories[name]
  if (!story) throw new Error(name)
  const real = await story(realSide())
  expect(await story(paperSide())).toEqual(real)
})
