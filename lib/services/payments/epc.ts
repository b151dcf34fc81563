import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { beneficiaryAt } from '#lib/domain/payments/beneficiary-change.ts'
import { type EpcFault, encodeEpc } from '#lib/domain/payments/epc-qr.ts'
import { mayChooseBank } from '#lib/domain/payments/stage.ts'
import { findPublicOrder, stageOf } from './public-order.ts'

/** Data for a manual transfer, for a payer whose bank is down or not in the list. */

export type HandTransfer = {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  /** ISO 11649 reference by which the payee's reconciliation recognises the credit. */
  readonly structuredReference: string
  /** Content of the QR code for banking apps (EPC069-12); null with the reason if there can be none. */
  readonly epcText: string | null
  readonly fault: EpcFault | null
  /** The payee's account is read for it here: it learns of the credit by itself. */
  readonly isAccountRead: boolean
}

/**
 * What a payer needs to transfer an order's amount manually. Null for an order that can't be paid that way: unknown, over, already
 * authorised, a refund (its payee is no merchant), not in euro, a batch, recurrent or deferred.
 */
export async function readHandTransfer(publicId: string): Promise<HandTransfer | null> {
  const order = await findPublicOrder(publicId)
  if (order === null || !mayChooseBank(stageOf(order))) return null
  const isPlain = order.recurrence === null && order.executionDate === null && isOne(order.instructions)
  if (!isPlain || order.currency !== 'EUR' || (order.kind !== 'checkout' && order.kind !== 'link')) return null
  const { creditorName: name, creditorIban: iban, creditorBic: bic, structuredReference, amountMinor, currency } = order
  const remittance = { structured: structuredReference }
  const encoded = encodeEpc({ name, iban, bic, amountMinor, currency, remittance })
  const code = 'text' in encoded ? { epcText: encoded.text, fault: null } : { epcText: null, fault: encoded.fault }
  const isAccountRead = await isReadForPayee(order.ownerId, iban)
  return { name, iban, bic, structuredReference, ...code, isAccountRead }
}

/** Whether a member lends this account to the organisation for reconciliation, and its bank still answers. */
async function isReadForPayee(organisationId: string, iban: string): Promise<boolean> {
  const organisation = await db().organisation.findUnique({ where: { id: organisationId } })
  const lent = organisation && beneficiaryAt(organisation, now()).lent
  if (lent === null) return false
  const connection = { status: 'active' as const, OR: [{ expiresAt: null }, { expiresAt: { gt: now() } }] }
  const { accountId: id, userId } = lent
  return (await db().account.count({ where: { id, userId, iban, gone: false, mayTransactions: true, connection } })) > 0
}

const isOne = (instructions: unknown) => Array.isArray(instructions) && instructions.length === 1
