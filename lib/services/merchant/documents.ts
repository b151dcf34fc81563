import { randomUUID } from 'node:crypto'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import {
  type DocumentKind,
  documentFileName,
  documentTypeOf,
  maxDocumentBytes,
  maxDocuments,
} from '#lib/domain/merchant/document.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { open, seal } from '#lib/vault.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditOrganisation } from './organisations.ts'

/** Sealed, read by operators only. */

const uploadLimit = { limit: 30, windowSeconds: 60 * 60 }

export type NewDocument = {
  readonly kind: DocumentKind
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Returns its id. Refusals: `not_found`, `not_allowed`, `too_many_tries`, `invalid_input` (`file.empty`,
 * `file.too_large` 5 MB, `file.type`, `file.too_many` 12).
 */
export async function uploadDocument(
  { userId, organisationId }: Actor<'activation.document'>,
  { kind, name, bytes }: NewDocument,
): Promise<{ readonly id: string }> {
  const refuse = (fault: 'empty' | 'too_large' | 'type' | 'too_many') => {
    throw new Refused('invalid_input', { field: `file.${fault}` })
  }
  if (bytes.length === 0) refuse('empty')
  if (bytes.length > maxDocumentBytes) refuse('too_large')
  const mediaType = documentTypeOf(bytes)
  if (mediaType === null) throw new Refused('invalid_input', { field: 'file.type' })
  await takeTry(`documents:${organisationId}`, uploadLimit)
  const id = randomUUID()
  const contentSealed = await seal(Buffer.from(bytes).toString('base64'), columnOf(id))
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    const { approvedAt } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const since = approvedAt === null ? {} : { createdAt: { gt: approvedAt } }
    if ((await tx.organisationDocument.count({ where: { organisationId, ...since } })) >= maxDocuments) {
      refuse('too_many')
    }
    const file = { kind, mediaType, contentSealed, name: documentFileName(name, mediaType), bytes: bytes.length }
    const origin = { uploadedByUserId: userId, createdAt: now() }
    await tx.organisationDocument.create({ data: { id, organisationId, ...file, ...origin } })
    const detail = { documentId: id, kind }
    await auditOrganisation(tx, { userId, organisationId, action: 'activation.document_added', detail })
  })
  return { id }
}

/** One under review or decided on stays as proof. Refusals: `not_found`, `not_allowed` (`documents`). */
export async function removeDocument(
  { userId, organisationId }: Actor<'activation.document'>,
  documentId: string,
): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    const where = { id: documentId, organisationId }
    const omit = { contentSealed: true }
    const row = requireFound(isUuid(documentId) && (await tx.organisationDocument.findFirst({ where, omit })))
    const { reviewAskedAt, approvedAt } = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const isKept = reviewAskedAt !== null || (approvedAt !== null && row.createdAt <= approvedAt)
    if (isKept) throw new Refused('not_allowed', { field: 'documents' })
    await tx.organisationDocument.deleteMany({ where })
    await auditOrganisation(tx, {
      userId,
      organisationId,
      action: 'activation.document_removed',
      detail: { documentId },
    })
  })
}

export type OpenDocument = {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Refusals: `not_found`. The caller checks and audits. */
export async function openDocument(organisationId: string, documentId: string): Promise<OpenDocument> {
  const isId = isUuid(organisationId) && isUuid(documentId)
  const row = isId ? await db().organisationDocument.findFirst({ where: { id: documentId, organisationId } }) : null
  if (row === null) throw new Refused('not_found')
  const content = await open(row.contentSealed, columnOf(row.id))
  return { name: row.name, mediaType: row.mediaType, bytes: new Uint8Array(Buffer.from(content, 'base64')) }
}

const columnOf = (row: string) => ({ row, column: 'OrganisationDocument.contentSealed' })
