import { randomUUID } from 'node:crypto'
import type { Bank } from '@guichet/stet/bank.ts'
import { exchangePaymentCode, requestClientToken } from '@guichet/stet/oauth.ts'
import { cancelPayment, confirmPayment, createPayment, readPayment } from '@guichet/stet/payments.ts'
import { parsedValue, valueOr } from '@guichet/stet/terms/parsed-field.ts'
import { findMismatches, instructionsShown } from '@guichet/stet/terms/payment-copy.ts'
import type { PaymentRequest } from '@guichet/stet/terms/payment-request.ts'
import type { PispToken } from '@guichet/stet/token.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { bankVerdict } from '#lib/domain/payments/attempt/machine.ts'
import { openBank } from '#testing/bank/open.ts'
import { walkPayment } from '#testing/bank/payer.ts'
import { presence } from '#testing/bank/start.ts'

/** Our payment client with the sandbox bank over mutual TLS (document 2). */
const at = openBank()
let bank: Bank
let token: PispToken
beforeAll(async () => {
  bank = at.connect()
  token = (await requestClientToken(bank, 'pisp', { presence: null })).accessToken
})

const foreignIban = 'DE89370400440532013000'
const today = () => parisDay(new Date())
const dayIn = (days: number) => parisDay(new Date(Date.now() + days * 86_400_000))
const newId = () => randomUUID().replaceAll('-', '')

function order(change: Partial<PaymentRequest> = {}, amountsMinor: readonly bigint[] = [1234n]): PaymentRequest {
  return {
    paymentInformationId: newId(),
    categoryPurpose: 'DVPM',
    createdAt: new Date(),
    executionDate: today(),
    isInstant: false,
    recurrence: null,
    initiatingPartyName: 'Guichet SAS',
    creditor: { name: 'Librairie du Port', iban: foreignIban, bic: null },
    debtorIban: null,
    debtorIdentification: null,
    instructions: amountsMinor.map(amountMinor => ({
      instructionId: newId(),
      endToEndId: newId(),
      amount: { amountMinor, currency: 'EUR' },
      remittance: ['Commande 4711'],
    })),
    ...change,
  }
}

async function create(request: PaymentRequest) {
  const base = `${at.running.tppOrigin}/callback/payment/${randomUUID()}`
  const urls = { successful: base, unsuccessful: `${base}/ko` }
  const creationRequestId = randomUUID()
  const created = await createPayment(bank, token, { request, urls }, { presence, requestId: creationRequestId })
  return { ...created, urls, address: { resourceId: created.resourceId, creationRequestId } }
}

async function agree(created: Awaited<ReturnType<typeof create>>) {
  const { callbackUrl } = await walkPayment(at.running, created.consentUrl, 'camille-bernard')
  const code = callbackUrl.searchParams.get('code') ?? ''
  return exchangePaymentCode(bank, { code, redirectUri: created.urls.successful }, { presence })
}

const verdictOf = async (address: { resourceId: string; creationRequestId: string }) => {
  const { payment: shown } = await readPayment(bank, token, address, { presence: null })
  return bankVerdict(
    shown.status,
    instructionsShown(shown).map(({ status }) => status),
  )
}

describe('a payment', () => {
  test('from the request to its execution', async () => {
    const request = order()
    const created = await create(request)
    expect(await verdictOf(created.address)).toBe('waiting')
    const { accessToken } = await agree(created)
    expect(await verdictOf(created.address)).toBe('authorised')
    const reading = await confirmPayment(bank, accessToken, created.resourceId, { presence })
    expect(reading?.payment).toMatchObject({
      resourceId: parsedValue(created.resourceId),
      creditorIban: parsedValue(foreignIban),
    })
    expect(await verdictOf(created.address)).toBe('executed')
    const { payment: shown } = await readPayment(bank, token, created.address, { presence: null })
    expect(valueOr(shown.debtorIban)).toMatch(/^FR/)
    expect(instructionsShown(shown).map(one => valueOr(one.endToEndId))).toEqual(
      request.instructions.map(one => one.endToEndId),
    )
    expect(findMismatches({ ...request, resourceId: created.resourceId }, shown)).toEqual([])
  })

  test('several transfers in one request, and an instant one', async () => {
    const many = await create(order({ categoryPurpose: 'CASH' }, [100n, 200n, 300n]))
    await confirmPayment(bank, (await agree(many)).accessToken, many.resourceId, { presence })
    expect(await verdictOf(many.address)).toBe('executed')
    const instant = await create(order({ isInstant: true }))
    await confirmPayment(bank, (await agree(instant)).accessToken, instant.resourceId, { presence })
    expect(await verdictOf(instant.address)).toBe('executed')
  })

  test('refused by its PSU: RJCT with CUST', async () => {
    const created = await create(order())
    const { callbackUrl } = await walkPayment(at.running, created.consentUrl, 'camille-bernard', 'refuse')
    expect(callbackUrl.href.startsWith(created.urls.unsuccessful)).toBe(true)
    const { payment: shown } = await readPayment(bank, token, created.address, { presence: null })
    expect(shown).toMatchObject({ status: 'RJCT', reason: 'CUST' })
  })
})

describe('cancelling', () => {
  test('a deferred transfer, authorised by its PSU: CANC with the reason', async () => {
    const created = await create(order({ executionDate: dayIn(5) }))
    await confirmPayment(bank, (await agree(created)).accessToken, created.resourceId, { presence })
    const reading = await readPayment(bank, token, created.address, { presence: null })
    const payment = { resourceId: created.resourceId, raw: reading.raw }
    const asked = await cancelPayment(
      bank,
      token,
      { payment, order: { reason: 'DS02', instructionIds: null } },
      { presence },
    )
    await walkPayment(at.running, asked.consentUrl, 'camille-bernard')
    const { payment: shown } = await readPayment(bank, token, created.address, { presence: null })
    expect(shown).toMatchObject({ status: 'CANC', reason: 'DS02' })
  })

  test('one standing order of two', async () => {
    const recurrence = { frequency: 'MNTH', executionRule: 'FWNG', endDate: null } as const
    const request = order({ categoryPurpose: 'CASH', executionDate: dayIn(5), recurrence }, [500n, 600n])
    const created = await create(request)
    await confirmPayment(bank, (await agree(created)).accessToken, created.resourceId, { presence })
    const reading = await readPayment(bank, token, created.address, { presence: null })
    const payment = { resourceId: created.resourceId, raw: reading.raw }
    const instructionIds = [request.instructions[1]?.instructionId ?? '']
    const asked = await cancelPayment(bank, token, { payment, order: { reason: 'DUPL', instructionIds } }, { presence })
    await walkPayment(at.running, asked.consentUrl, 'camille-bernard')
    const { payment: shown } = await readPayment(bank, token, created.address, { presence: null })
    expect(instructionsShown(shown).map(({ status }) => valueOr(status))).toEqual(['PDNG', 'CANC'])
  })
})
