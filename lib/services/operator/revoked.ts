import { readRevoked } from '#lib/banks/revoked.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { parseSerial } from '#lib/domain/bank/certificate-serial.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { appendAudit } from '#lib/services/audit.ts'
import type { NewRevokedCertificate, RevokedCertificateView } from '#lib/views/operator.ts'
import { checkFreshOperator, checkOperator, type Operator } from './access.ts'

/**
 * Certificates of banks, and of authorities above them, that operators know to be revoked: no bank that comes with one is sent
 * anything (C68). This process notices a change at once, every other with its next look at a bank's row, ten seconds later at most.
 */

const most = 1_000

/** The list, the newest first. Refusals: `not_found`. */
export async function listRevoked(operator: Operator): Promise<RevokedCertificateView[]> {
  await checkOperator(operator)
  const rows = await db().revokedCertificate.findMany({ orderBy: [{ createdAt: 'desc' }, { serial: 'asc' }] })
  return rows.map(toView)
}

function toView({ serial, issuer, reason, createdAt }: Prisma.RevokedCertificateGetPayload<object>) {
  return { serial, issuer, reason, createdAt: createdAt.toISOString() }
}

/**
 * Puts a certificate into the list; one that is there already stays as it is. Refusals: `not_found`, `reauthentication_required`,
 * `invalid_input` with the field and what is wrong with it: `serial.zero`, `serial.not_hexadecimal` …, `serial.full` when the list
 * has 1,000.
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
    if (count > 0) await appendAudit(entryOf(operator, 'revoked_certificate.added', serial), tx)
    return tx.revokedCertificate.findUniqueOrThrow({ where: { serial } })
  })
  await readRevoked()
  return toView(row)
}

/**
 * Takes a certificate out of the list; nothing happens when it is not there. Refusals: `not_found` for what is no serial,
 * `reauthentication_required`.
 */
export async function removeRevoked(operator: Operator, text: string): Promise<void> {
  await checkFreshOperator(operator)
  const parsed = parseSerial(text)
  if ('fault' in parsed) throw new Refused('not_found')
  const { serial } = parsed
  await db().$transaction(async tx => {
    const { count } = await tx.revokedCertificate.deleteMany({ where: { serial } })
    if (count > 0) await appendAudit(entryOf(operator, 'revoked_certificate.removed', serial), tx)
  })
  await readRevoked()
}

function entryOf({ userId }: Operator, action: string, serial: string) {
  return { userId, stream: 'system', action, detail: { serial } }
}
