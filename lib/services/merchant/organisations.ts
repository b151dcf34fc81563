import { maskIban } from '@guichet/values/money/iban-text.ts'
import { containsAddress } from '@guichet/values/text/address.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { appendAudit } from '#lib/base/audit.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { activationState } from '#lib/domain/merchant/activation.ts'
import { may } from '#lib/domain/merchant/membership.ts'
import { findReturnUrlFault, maxReturnUrls } from '#lib/domain/merchant/return-url.ts'
import { plainNumber } from '#lib/domain/merchant/siren.ts'
import { instantDefaults } from '#lib/domain/payments/order/instant.ts'
import { beneficiaryAt } from '#lib/domain/payments/payee/beneficiary-change.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import type { Actor, Person } from '#lib/domain/who.ts'
import { announceOrganisation } from '#lib/services/events/outbox.ts'
import { findVerification } from '#lib/services/payees/verify.ts'
import { requireVerifiedAddress } from '#lib/services/people/verification.ts'
import type { OrganisationSummary, OrganisationView } from '#lib/views/organisation.ts'
import { brandOf } from './brand-view.ts'
import { notifyOwners } from './mails.ts'
import { inOrganisation, memberOf } from './members.ts'

const creationLimit = { limit: 10, windowSeconds: 24 * 60 * 60 }

export const OrganisationInput = z.strictObject({
  name: typedSingleLine(300),
  legalName: typedSingleLine(300),
  registrationNumber: typedSingleLine(60),
  addressLines: z.array(typedSingleLine(200)).max(8),
  country: typedSingleLine(2),
  email: typedSingleLine(300),
  website: typedSingleLine(500),
  locale: z.enum(['fr', 'en']),
  /** Absent: unchanged. */
  instant: z.enum(instantDefaults).optional(),
})
export type OrganisationInput = z.infer<typeof OrganisationInput>

/** SIREN, SIRET, or foreign. */
const registrationPattern = /^[A-Z0-9][A-Z0-9 ./-]{3,33}$/i

/** Oldest membership first. */
export async function listOrganisations({ userId }: Person): Promise<OrganisationSummary[]> {
  const rows = await db().membership.findMany({
    where: { userId },
    include: { organisation: { select: { name: true } } },
    orderBy: [{ createdAt: 'asc' }, { organisationId: 'asc' }],
  })
  return rows.map(({ organisationId: id, role, organisation }) => ({ id, name: organisation.name, role: role }))
}

/** The wanted one, else the first. Refusals: `not_found`. */
export async function chooseOrganisation({ userId }: Person, wanted: string | null): Promise<OrganisationSummary> {
  const organisations = await listOrganisations({ userId })
  const chosen = organisations.find(({ id }) => id === wanted) ?? organisations[0]
  if (!chosen) throw new Refused('not_found')
  return chosen
}

/** Refusals: `invalid_input`, `address_not_confirmed`, `too_many_tries` after ten a day. */
export async function createOrganisation({ userId }: Person, input: OrganisationInput): Promise<{ id: string }> {
  const data = validateOrganisation(input)
  await requireVerifiedAddress(userId, 'organisation.create')
  await takeTry(`organisation:${userId}`, creationLimit)
  return db().$transaction(async tx => {
    const createdAt = now()
    const memberships = { create: { userId, role: 'owner' as const, roleSince: createdAt, createdAt } }
    const { id } = await tx.organisation.create({ data: { ...data, createdAt, memberships } })
    await auditOrganisation(tx, { userId, organisationId: id, action: 'organisation.created' })
    return { id }
  })
}

/** Whole IBAN for owners only. Refusals: `not_found`. */
export async function readOrganisation({
  userId,
  organisationId,
}: Actor<'organisation.read'>): Promise<OrganisationView> {
  const { role } = await memberOf(userId, organisationId, 'members.read')
  const row = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const { name, legalName, registrationNumber, addressLines, country, email, website, returnUrls } = row
  const { inEffect, next } = beneficiaryAt(row, now())
  const shown = (iban: string) => (may(role, 'beneficiary.write') ? iban : maskIban(iban))
  const setBy = next?.byUserId ? await db().user.findUnique({ where: { id: next.byUserId } }) : null
  return {
    id: organisationId,
    role,
    name,
    legalName,
    registrationNumber,
    addressLines,
    country,
    email,
    website,
    locale: row.locale,
    instant: row.instant === 'never' ? 'never' : 'preferred',
    returnUrls,
    beneficiary: inEffect && {
      name: inEffect.name,
      iban: shown(inEffect.iban),
      bic: inEffect.bic,
      changedAt: inEffect.changedAt?.toISOString() ?? null,
      verification: await findVerification(organisationId, inEffect),
    },
    nextBeneficiary: next && {
      name: next.name,
      iban: shown(next.iban),
      bic: next.bic,
      from: next.at.toISOString(),
      byName: setBy?.name ?? null,
      verification: await findVerification(organisationId, next),
    },
    isActivated: isActive(row),
    brand: brandOf(row),
    createdAt: row.createdAt.toISOString(),
  }
}

/** Refusals: `not_found`, `not_allowed`, `invalid_input`. */
export async function changeOrganisation(
  { userId, organisationId }: Actor<'organisation.change'>,
  input: OrganisationInput,
): Promise<void> {
  await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    const before = await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } })
    const data = validateOrganisation(input, before.name)
    await tx.organisation.update({ where: { id: organisationId }, data })
    await auditOrganisation(tx, { userId, organisationId, action: 'organisation.changed' })
    await auditActivation(tx, { userId, organisationId, wasActive: isActive(before) })
  })
}

/**
 * C41. Existing payments keep theirs. Refusals: `not_found`, `not_allowed`, `invalid_input`
 * (`returnUrls.<index>.<fault>`).
 */
export async function changeReturnUrls(
  { userId, organisationId }: Actor<'return_urls.change'>,
  urls: readonly string[],
): Promise<void> {
  const wanted = [...new Set(urls.map(url => url.trim()).filter(url => url !== ''))]
  if (wanted.length > maxReturnUrls) throw new Refused('invalid_input', { field: 'returnUrls.too_many' })
  for (const [at, url] of wanted.entries()) {
    const fault = findReturnUrlFault(url)
    if (fault !== null) throw new Refused('invalid_input', { field: `returnUrls.${at}.${fault}` })
  }
  await db().$transaction(async tx => {
    await memberOf(userId, organisationId, 'settings.write', tx)
    await tx.organisation.update({ where: { id: organisationId }, data: { returnUrls: wanted } })
    const detail = { count: wanted.length }
    await auditOrganisation(tx, { userId, organisationId, action: 'organisation.return_urls_changed', detail })
    const hosts = [...new Set(wanted.map(url => new URL(url).host))]
    const event = { what: 'return_urls_changed', hosts: hosts.join(', '), count: hosts.length } as const
    await notifyOwners(tx, { organisationId, userId, event, path: '/organisation' })
  })
}

/** A new name carries no address: mails show it. */
function validateOrganisation(input: OrganisationInput, present = '') {
  const name = cleanText(input.name, 200)
  const legalName = cleanText(input.legalName, 200) || name
  const typed = cleanText(input.registrationNumber, 60).toUpperCase()
  const registrationNumber = input.country === 'FR' ? plainNumber(typed) : typed
  const email = parseEmail(input.email)
  const website = input.website.trim()
  const addressLines = input.addressLines.map(line => cleanText(line, 70)).filter(line => line !== '')
  const refuse = (isWrong: boolean, field: string) => {
    if (isWrong) throw new Refused('invalid_input', { field })
  }
  refuse(name === '' || [...name].length > 140 || (name !== present && containsAddress(name)), 'name')
  refuse([...legalName].length > 140, 'legalName')
  refuse(registrationNumber !== '' && !registrationPattern.test(registrationNumber), 'registrationNumber')
  refuse(addressLines.length > 4, 'addressLines')
  refuse(!/^[A-Z]{2}$/.test(input.country), 'country')
  refuse(website !== '' && !isWebsite(website), 'website')
  if (email === null) throw new Refused('invalid_input', { field: 'email' })
  const { country, locale, instant } = input
  return {
    name,
    legalName,
    email,
    addressLines,
    country,
    locale,
    registrationNumber: registrationNumber || null,
    website: website || null,
    ...omitUndefined({ instant }),
  }
}

function isWebsite(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).username === ''
}

/** Apart from a suspension. */
export function isActive(row: Prisma.OrganisationGetPayload<object>, at = now()): boolean {
  return activationState(row, beneficiaryAt(row, at).inEffect) === 'active'
}

type ActivationBefore = {
  readonly userId: string | null
  readonly organisationId: string
  readonly wasActive: boolean
}

export async function auditActivation(tx: Tx, { wasActive, ...entry }: ActivationBefore): Promise<void> {
  const row = await tx.organisation.findUniqueOrThrow({ where: { id: entry.organisationId } })
  if (isActive(row) === wasActive) return
  await auditOrganisation(tx, { ...entry, action: wasActive ? 'activation.paused' : 'activation.restored' })
}

type AuditEntry = {
  /** Null: by itself. */
  readonly userId: string | null
  readonly organisationId: string
  readonly action: string
  readonly detail?: Readonly<Record<string, string | number>>
}

/** In its stream, which outlives accounts; tells webhook endpoints. */
export async function auditOrganisation(
  tx: Tx,
  { userId, organisationId, action, detail = {} }: AuditEntry,
): Promise<void> {
  const stream = `organisation:${organisationId}`
  await appendAudit({ userId, stream, action, detail: { organisationId, ...detail } }, tx)
  await announceOrganisation(tx, organisationId, action)
}
