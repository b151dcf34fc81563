import { type BankCertificateView, CertificateChecked } from '@guichet/stet/terms/certificate-sighting.ts'
import { recheckBanks } from '#lib/banks.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { daysToExpiry } from '#lib/domain/bank/certificate-alarm.ts'
import { bankFeatures } from '#lib/domain/bank/features.ts'
import { diffRegistrations } from '#lib/domain/bank/registration-diff.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { type FallbackSwitch, setFallbackSwitch } from '#lib/services/banks/health.ts'
import { logoPath, storeBankLogo } from '#lib/services/banks/logos.ts'
import type { BankEntry, BankLine, NewBankEntry } from '#lib/views/operator.ts'
import { checkFreshOperator, checkOperator, type Operator } from './access.ts'
import { readPulses } from './calls-report.ts'

/** Busiest first, disabled last. */
export async function listBankLines(operator: Operator): Promise<BankLine[]> {
  await checkOperator(operator)
  const [banks, pulses, linked, rests] = await Promise.all([
    db().bank.findMany({ orderBy: { code: 'asc' } }),
    readPulses(),
    db().connection.groupBy({ by: ['bankCode'], where: { status: { not: 'disconnected' } }, _count: true }),
    db().connection.groupBy({ by: ['bankCode'], where: { status: 'active', restsUntil: { gt: now() } }, _count: true }),
  ])
  const lines = banks.map((bank): BankLine => {
    const { code, name, brandColor, brandInk, initials, aisVersion, platform, enabled } = bank
    const logo = logoPath(bank)
    const { calls = 0, failed = 0, p95Ms = null } = pulses.find(({ bankCode }) => bankCode === code) ?? {}
    const connections = linked.find(({ bankCode }) => bankCode === code)?._count ?? 0
    const resting = rests.find(({ bankCode }) => bankCode === code)?._count ?? 0
    const availability = calls === 0 ? null : 1 - failed / calls
    const entry = { code, name, brandColor, brandInk, initials, logo, aisVersion, platform, enabled }
    return { ...entry, connections, resting, calls, failed, availability, p95Ms }
  })
  return lines.sort((one, other) => Number(other.enabled) - Number(one.enabled) || other.calls - one.calls)
}

/** Refusals: `not_found`, `bank_unknown`. */
export async function readBankEntry(
  operator: Operator,
  code: string,
): Promise<NewBankEntry & { readonly logo: string | null }> {
  await checkOperator(operator)
  const row = requireFound(await db().bank.findUnique({ where: { code } }), 'bank_unknown')
  return { ...toEntry(row), logo: logoPath(row) }
}

/** Null before the first connection. Refusals: `not_found`. */
export async function readBankCertificate(operator: Operator, code: string): Promise<BankCertificateView | null> {
  await checkOperator(operator)
  const row = await db().bankCertificate.findUnique({ where: { bankCode: code } })
  if (!row) return null
  const { serial, issuer, validTo, seenAt } = row
  const times = { validTo: validTo.toISOString(), daysLeft: daysToExpiry(validTo, now()), seenAt: seenAt.toISOString() }
  return { serial, issuer, ...times, checked: CertificateChecked.catch('unanswered').parse(row.checked) }
}

function toEntry(row: Prisma.BankGetPayload<object>): NewBankEntry {
  const { logoVersion: _, aisVersion, ...entry } = row
  const supports = bankFeatures.filter(feature => row.supports.includes(feature))
  return { ...entry, supports, aisVersion: aisVersion === '1.4.2' ? '1.4.2' : '1.6.2' }
}

/** Linkable once its platform is registered. Refusals: `not_found`, `reauthentication_required`, `invalid_input`. */
export async function addBank(operator: Operator, entry: NewBankEntry): Promise<NewBankEntry> {
  await checkFreshOperator(operator)
  if ((await db().bank.count({ where: { code: entry.code } })) > 0)
    throw new Refused('invalid_input', { field: 'code' })
  return db().$transaction(async tx => {
    const row = await tx.bank.create({ data: entry })
    await appendAudit(entryOf(operator, entry.code, 'bank.added', []), tx)
    return toEntry(row)
  })
}

/** Noticed within ten seconds. Refusals: `not_found`, `bank_unknown`, `reauthentication_required`. */
export async function changeBank(operator: Operator, code: string, entry: BankEntry): Promise<NewBankEntry> {
  await checkFreshOperator(operator)
  const changed = await db().$transaction(async tx => {
    const before = requireFound(await tx.bank.findUnique({ where: { code } }), 'bank_unknown')
    const after = await tx.bank.update({ where: { code }, data: entry })
    const paths = diffRegistrations(toEntry(before), toEntry(after)).map(({ path }) => path)
    if (paths.length > 0) await appendAudit(entryOf(operator, code, 'bank.changed', paths), tx)
    return toEntry(after)
  })
  recheckBanks()
  return changed
}

/** Null removes it. Refusals: as `changeBank`, `invalid_input` (`svg`). */
export async function changeBankLogo(operator: Operator, code: string, file: string | null): Promise<void> {
  await checkFreshOperator(operator)
  await db().$transaction(async tx => {
    if ((await tx.bank.count({ where: { code } })) === 0) throw new Refused('bank_unknown')
    await storeBankLogo(tx, code, file)
    await appendAudit(entryOf(operator, code, 'bank.changed', ['logo']), tx)
  })
}

/** Document 1, Fallback mode. Refusals: as `changeBank`. */
export async function switchFallback(operator: Operator, change: FallbackSwitch): Promise<void> {
  await checkFreshOperator(operator)
  await setFallbackSwitch(operator.userId, change)
}

function entryOf({ userId }: Operator, code: string, action: string, changed: string[]) {
  return { userId, stream: `bank:${code}`, action, detail: { changed } }
}
