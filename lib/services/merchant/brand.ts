import { createHash } from 'node:crypto'
import { takeTry } from '#lib/base/rate-limit.ts'
import { db } from '#lib/db.ts'
import type { Colour } from '#lib/domain/merchant/brand-colours.ts'
import { maxLogoBytes } from '#lib/domain/merchant/logo.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { drawMerchantLogo } from '#lib/files/merchant-logo.ts'
import type { StoredLogo } from '#lib/views/organisation.ts'
import { logoPath } from './brand-view.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditOrganisation } from './organisations.ts'

const logoLimit = { limit: 30, windowSeconds: 60 * 60 }

/** Null: ours. Refusals: `not_found`, `not_allowed`. */
export async function changeBrandColour(
  { userId, organisationId }: Actor<'organisation.change'>,
  brandColour: Colour | null,
): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    await tx.organisation.update({ where: { id: organisationId }, data: { brandColour } })
    await auditOrganisation(tx, { userId, organisationId, action: 'organisation.colour_changed' })
  })
}

/**
 * Drawn anew. Refusals: `not_found`, `not_allowed`, `too_many_tries`, `invalid_input` (`file.empty`,
 * `file.too_large` 512 KB, `file.type`).
 */
export async function storeOrganisationLogo(
  { userId, organisationId }: Actor<'organisation.change'>,
  file: Uint8Array,
): Promise<StoredLogo> {
  if (file.length === 0) throw new Refused('invalid_input', { field: 'file.empty' })
  if (file.length > maxLogoBytes) throw new Refused('invalid_input', { field: 'file.too_large' })
  await takeTry(`logos:${organisationId}`, logoLimit)
  const png = await drawMerchantLogo(file)
  if (png === null) throw new Refused('invalid_input', { field: 'file.type' })
  const logoVersion = createHash('sha256').update(png).digest('hex').slice(0, 32)
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    const logo = { version: logoVersion, png }
    await tx.organisationLogo.upsert({ where: { organisationId }, create: { organisationId, ...logo }, update: logo })
    await tx.organisation.update({ where: { id: organisationId }, data: { logoVersion } })
    await auditOrganisation(tx, {
      userId,
      organisationId,
      action: 'organisation.logo_changed',
      detail: { logoVersion },
    })
  })
  return { logo: logoPath(logoVersion) }
}

/** Refusals: `not_found`, `not_allowed`. */
export async function removeOrganisationLogo({ userId, organisationId }: Actor<'organisation.change'>): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    await tx.organisationLogo.deleteMany({ where: { organisationId } })
    await tx.organisation.update({ where: { id: organisationId }, data: { logoVersion: null } })
    await auditOrganisation(tx, { userId, organisationId, action: 'organisation.logo_removed' })
  })
}

/** By fingerprint, of any organisation: payers have no account. Null: none. */
export async function readOrganisationLogo(version: string): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!/^[0-9a-f]{32}$/.test(version)) return null
  const row = await db().organisationLogo.findFirst({ where: { version }, select: { png: true } })
  return row && new Uint8Array(row.png)
}
