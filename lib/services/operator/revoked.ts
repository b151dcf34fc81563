import { parseSerial } from '@guichet/stet/terms/certificate-serial.ts'
import { readRevoked } from '#lib/banks/revoked.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { NewRevokedCertificate, RevokedCertificateView } from '#lib/views/operator.ts'
import { auditOperator, checkFreshOperator, checkOperator, type Operator } from './access.ts'

/** Nothing is sent to a bank that presents one (C68). Noticed here at once, elsewhere within ten seconds. */

const most = 1_000

/** Newest first. Refusals: `not_found`. */
export async function listRevoked(operator: Operator): Promise<RevokedCertificateView[]> {
  await checkOperator(operator)
  const rows = await db().revokedCertificate.findMany({ orderBy: [{ createdAt: 'desc' }, { serial: 'asc' }] })
  return rows.map(toView)
}

function toView({ serial, issuer, reason, createdAt }: Prisma.RevokedCertificateGetPayload<object>) {
  return { serial, issuer, reason, createdAt: createdAt.toISOString() }
}

/**
 * No-op if listed. Refusals: `not_found`, `reauthentication_required`, `invalid_input` (`serial.<fault>`,
 * `serial.full` beyond 1,000).
 */
export async function addRevoked(operator: Operator, given: NewRevokedCertificate): Promise<RevokedCertificateView> {
  await checkFreshOperator(operator)
  const parsed = parseSerial(given.serial)
  if ('fault' in parsed) throw new Refused('invalid_input', { field: `serial.${parsed.fault}` })
  const { serial } = parsed
  const { issuer, reason } = given
  const row = await db().$transaction(async tx => {
    const known = await tx.revokedCertificate.findUnique({ where: { serial } })
    if (known) return known
    if ((await tx.revokedCertificate.count()) >= most) throw new Refused('invalid_input', { field: 'serial.full' })
    const data = { serial, issuer: issuer || null, reason, createdAt: now(), createdBy: operator.userId }
    const { count } = await tx.revokedCertificate.createMany({ data, skipDuplicates: true })
    if (count > 0) await auditOperator(operator, 'revoked_certificate.added', { serial }, tx)
    return tx.revokedCertificate.findUniqueOrThrow({ where: { serial } })
  })
  await readRevoked()
  return toView(row)
}

/** No-op if absent. Refusals: `not_found`, `reauthentication_required`. */
export async function removeRevoked(operator: Operator, text: string): Promise<void> {
  await checkFreshOperator(operator)
  const parsed = parseSerial(text)
  if ('fault' in parsed) throw new Refused('not_found')
  const { serial } = parsed
  await db().$transaction(async tx => {
    const { count } = await tx.revokedCertificate.deleteMany({ where: { serial } })
    if (count > 0) await auditOperator(operator, 'revoked_certificate.removed', { serial }, tx)
  })
  await readRevoked()
}
