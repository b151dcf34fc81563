import { type EpcFault, encodeEpc } from '#lib/domain/payments/epc-qr.ts'
import { mayChooseBank } from '#lib/domain/payments/stage.ts'
import { findPublicOrder, stageOf } from './public-order.ts'

/** A transfer made by hand, for a payer whose bank does not answer us or is not in the list. */

export type HandTransfer = {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
  /** ISO 11649: by it the payee's reconciliation knows the credit. */
  readonly structuredReference: string
  /** What banking apps read from a QR code (EPC069-12); null with the reason when it can't be one. */
  readonly epcText: string | null
  readonly fault: EpcFault | null
}

/**
 * What a payer needs to transfer an order's amount by hand. Null for an order that can't be paid so: unknown, over, taken
 * already, a refund (its payee is no merchant), not in euro, or several transfers, recurrent or of a later day.
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
  return { name, iban, bic, structuredReference, ...code }
}

const isOne = (instructions: unknown) => Array.isArray(instructions) && instructions.length === 1
