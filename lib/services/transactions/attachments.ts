import { isUuid } from '#lib/base/ids.ts'
import { lockFor } from '#lib/base/locks.ts'
import { db } from '#lib/db.ts'
import {
  type AttachmentType,
  attachmentLimits,
  attachmentName,
  attachmentTypeOf,
  attachmentTypes,
} from '#lib/domain/accounts/attachment.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { readTransactionId } from './one.ts'

/** Of a booked transaction of one's own (C90). Refusals: `not_found`; `invalid_input` naming `file.type` or `file.count`. */
export async function addAttachment(
  { userId }: Person,
  id: string,
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const line = readTransactionId(id)
  const contentType = attachmentTypeOf(file.bytes)
  if (contentType === null) throw new Refused('invalid_input', { field: 'file.type' })
  await db().$transaction(async tx => {
    await lockFor(tx, 'attachments', userId)
    if ((await tx.transaction.count({ where: { userId, ...line, booked: true } })) === 0) throw new Refused('not_found')
    const [each, all] = [
      await tx.attachment.count({ where: { userId, ...line } }),
      await tx.attachment.count({ where: { userId } }),
    ]
    if (each >= attachmentLimits.each || all >= attachmentLimits.all)
      throw new Refused('invalid_input', { field: 'file.count' })
    const fileName = attachmentName(file.name, contentType)
    await tx.attachment.create({
      data: { userId, ...line, fileName, contentType, size: file.bytes.length, content: file.bytes },
    })
  })
}

type Attached = { readonly name: string; readonly type: AttachmentType; readonly content: Uint8Array<ArrayBuffer> }

/** Refusals: `not_found`. */
export async function readAttachment({ userId }: Person, id: string): Promise<Attached> {
  const row = isUuid(id) ? await db().attachment.findFirst({ where: { id, userId } }) : null
  const type = attachmentTypes.find(known => known === row?.contentType)
  if (!row || !type) throw new Refused('not_found')
  return { name: row.fileName, type, content: row.content }
}

/** Refusals: `not_found`. */
export async function removeAttachment({ userId }: Person, id: string): Promise<void> {
  const { count } = isUuid(id) ? await db().attachment.deleteMany({ where: { id, userId } }) : { count: 0 }
  if (count === 0) throw new Refused('not_found')
}
