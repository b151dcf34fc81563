import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { encodeEpc } from '#lib/domain/payments/order/epc-qr.ts'
import { mayChooseBank } from '#lib/domain/payments/order/stage.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { findPublicOrder, stageOf } from './public-order.ts'

/** For a payer whose bank is down or missing. */

export type HandTransfer = {
  readonly name: string
  /** Masked in a test unless of a test bank: no real money. */
  readonly iban: string
  readonly isMasked: boolean
  readonly bic: string | null
  /** What has not arrived yet. */
  readonly amount: { readonly amount: string; readonly currency: string }
  /** ISO 11649. */
  readonly structuredReference: string
  /** EPC069-12; null: none. */
  readonly epcText: string | null
  /** It learns of the credit by itself. */
  readonly isAccountRead: boolean
}

/** Null: unknown, over, authorised, suspended, a refund, not in euro, a batch, recurrent or deferred. */
export async function readHandTransfer(publicId: string): Promise<HandTransfer | null> {
  const order = await findPublicOrder(publicId)
  if (order === null || !mayChooseBank(stageOf(order))) return null
  if ((order.merchant?.suspendedAt ?? null) !== null) return null
  const isPlain = order.recurrence === null && order.executionDate === null && isOne(order.instructions)
  if (!isPlain || order.currency !== 'EUR' || (order.kind !== 'checkout' && order.kind !== 'link')) return null
  const { creditorName: name, creditorIban: iban, creditorBic: bic, structuredReference, currency } = order
  const amountMinor = order.amountMinor - order.receivedMinor
  const amount = toMoneyView({ amountMinor, currency })
  const shown = { name, bic, amount, structuredReference }
  if (order.mode === 'test' && !(await isOfTestBank(iban))) {
    return { ...shown, iban: maskIban(iban), isMasked: true, epcText: null, isAccountRead: false }
  }
  const remittance = { structured: structuredReference }
  const encoded = encodeEpc({ name, iban, bic, amountMinor, currency, remittance })
  const epcText = 'text' in encoded ? encoded.text : null
  const isAccountRead = await isReadForPayee(order.ownerId, iban)
  return { ...shown, iban, isMasked: false, epcText, isAccountRead }
}

/** No real bank has its code. */
async function isOfTestBank(iban: string): Promise<boolean> {
  const code = iban.startsWith('FR') ? iban.slice(4, 9) : ''
  return (await db().bank.count({ where: { code, platform: 'sandbox' } })) > 0
}

/** Lent, and its bank still answers. */
async function isReadForPayee(organisationId: string, iban: string): Promise<boolean> {
  const organisation = await db().organisation.findUnique({ where: { id: organisationId } })
  const lent = organisation && beneficiaryAt(organisation, now()).lent
  if (lent === null) return false
  const connection = { status: 'active' as const, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] }
  const { accountId: id, userId } = lent
  return (await db().account.count({ where: { id, userId, iban, gone: false, mayTransactions: true, connection } })) > 0
}

const isOne = (instructions: unknown) => Array.isArray(instructions) && instructions.length === 1
