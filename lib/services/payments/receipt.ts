import { isoDay } from '@guichet/values/calendar/day.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { arrivalDay } from '#lib/domain/payments/order/instant.ts'
import { lineItemsOf } from '#lib/domain/payments/order/line-items.ts'
import { ReceiptView } from '#lib/domain/payments/order/receipt.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { memberOf } from '#lib/services/merchant/members.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { findPublicOrder, type PublicOrderRow, payeeOf, receiptTruthOf } from './public-order.ts'

/** PSD2 art. 46. */

/** For anyone with the address: account masked, if agreed (PSD2 art. 66); whole to the payer. Refusals: `not_found`. */
export async function readReceipt(publicId: string, userId: string | null): Promise<ReceiptView> {
  const order = requireFound(await findPublicOrder(publicId))
  const isPayer = userId !== null && userId === order.payerUserId
  return writeReceipt(order, isPayer ? 'whole' : order.payerShowsIban ? 'masked' : 'hidden')
}

/** The account only if agreed. Refusals: `not_found`, `not_allowed`. */
export async function readPayeeReceipt({ userId }: Person, publicId: string): Promise<ReceiptView> {
  const order = requireFound(await findPublicOrder(publicId))
  await memberOf(userId, order.ownerId, 'payments.read')
  return writeReceipt(order, order.payerShowsIban ? 'whole' : 'hidden')
}

/** Of a refund it is the payee's. */
type Shown = 'whole' | 'masked' | 'hidden'

async function writeReceipt(order: PublicOrderRow, shown: Shown): Promise<ReceiptView> {
  const truth = receiptTruthOf(order)
  const attempt = order.attempts.find(one => one.id === order.chosenAttemptId) ?? order.attempts.find(isAgreed)
  if (truth === null || !attempt) throw new Refused('not_found')
  const [bank, instructions] = await Promise.all([
    db().bank.findUnique({ where: { code: attempt.bankCode }, select: { name: true } }),
    db().paymentInstruction.findMany({
      where: { attemptId: attempt.id, ownerId: order.ownerId },
      orderBy: { position: 'asc' },
    }),
  ])
  const { name, authorisation, authority, contact } = readLegal()
  return ReceiptView.parse({
    truth,
    isTest: order.mode === 'test',
    payee: { name: order.creditorName, trade: tradeOf(order), iban: payeeIbanOf(order, shown), bic: order.creditorBic },
    payer: {
      bankName: bank?.name ?? attempt.bankCode,
      bankCode: attempt.bankCode,
      iban: shown === 'hidden' || attempt.debtorIban === null ? null : ibanAs(shown, attempt.debtorIban),
    },
    amount: toMoneyView(order),
    charges: toMoneyView({ amountMinor: 0n, currency: order.currency }),
    reference: order.reference,
    structuredReference: order.structuredReference,
    description: order.description,
    lineItems: lineItemsOf(order.lineItems),
    paymentInformationId: attempt.paymentInformationId,
    transfers: instructions.map(one => ({
      endToEndId: one.endToEndId,
      remittance: one.remittance,
      bankStatus: one.bankStatus,
      amount: toMoneyView(one),
    })),
    receivedAt: attempt.confirmedAt?.toISOString() ?? null,
    authorisedAt: attempt.authorisedAt?.toISOString() ?? null,
    executionDate: isoDay(attempt.executionDate),
    arrivesOn: attempt.isInstant ? null : arrivalDay(isoDay(attempt.executionDate)),
    finishedAt: attempt.finishedAt?.toISOString() ?? null,
    bankStatus: attempt.bankStatus,
    initiator: { name, authorisation, authority, contact },
    issuedAt: now().toISOString(),
  } satisfies Record<keyof ReceiptView, unknown>)
}

const isAgreed = ({ authorisedAt }: PublicOrderRow['attempts'][number]) => authorisedAt !== null
const ibanAs = (shown: Shown, iban: string): string => (shown === 'whole' ? iban : maskIban(iban))
function tradeOf(order: PublicOrderRow): string | null {
  const { payee, holder } = payeeOf(order)
  return holder === null ? null : payee
}

const payeeIbanOf = ({ kind, creditorIban }: PublicOrderRow, shown: Shown): string =>
  kind === 'refund' ? ibanAs(shown, creditorIban) : creditorIban
