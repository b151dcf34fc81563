import { timingSafeEqual } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { derivedFrom } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { maskName } from '#lib/domain/people/mask-name.ts'
import type { Person } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { receiptPdf } from '#lib/files/export/receipt-pdf.ts'
import { bankNames } from '#lib/services/payments/read.ts'
import type { ReceiptProof, TransferPage } from '#lib/views/transfer-page.ts'
import { lineOfTransfer, readTransfer, withLatest } from './read.ts'

/** PSD2 art. 46. */

const idPattern = /^[A-Za-z0-9_-]{22}$/

/** So that addresses can't be forged (C79). */
function proofOf(publicId: string): string {
  return derivedFrom(publicId, { secret: readEnv('AUTH_SECRET'), purpose: 'transfer receipt' })
}

/** Refusals: `not_found`. */
export async function readReceipt(
  { userId }: Person,
  orderId: string,
): Promise<{ transfer: TransferPage; payer: string; address: string }> {
  const transfer = await readTransfer({ userId }, orderId)
  const { name } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
  const { publicId } = transfer.order
  const address = new URL(`/receipts/${publicId}/${proofOf(publicId)}`, readEnv('APP_URL')).href
  return { transfer, payer: name, address }
}

/** Both parties masked. Null: not signed by us, or erased. */
export async function readReceiptProof(publicId: string, proof: string): Promise<ReceiptProof | null> {
  if (!idPattern.test(publicId)) return null
  const [given, wanted] = [Buffer.from(proof), Buffer.from(proofOf(publicId))]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
  const where = { publicId, ownerKind: 'person' as const, kind: 'transfer' as const }
  const row = await db().paymentOrder.findFirst({ where, include: withLatest })
  const owner = row ? await db().user.findUnique({ where: { id: row.ownerId }, select: { name: true } }) : null
  if (!row || !owner) return null
  const { state, amount, day, creditorName, creditorAccount, bankName } = lineOfTransfer(
    row,
    await bankNames(),
    parisDay(now()),
  )
  return {
    state,
    amount,
    day,
    bankName,
    payeeAccount: creditorAccount,
    payee: maskName(creditorName),
    payer: maskName(owner.name),
  }
}

export const makeReceiptPdf = receiptPdf
