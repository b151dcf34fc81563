import { hashOf } from '#lib/base/secrets.ts'
import { db, type Tx } from '#lib/db.ts'
import type { AuditBreak } from '#lib/domain/audit/chain.ts'
import { isMailOn } from '#lib/mail.ts'
import { findFailing, mailEach, type Notification, pageAt } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { isOperatorKind, mailKinds, type OperatorMailKind } from '#lib/services/mail/words/kind.ts'
import {
  type AlarmFacts,
  writeActivationWaits,
  writeAuditBroken,
  writeCertificateEnding,
  writePaymentAlarm,
  writeReadingsFail,
  writeReadingsRest,
} from '#lib/services/mail/words/operator.ts'
import type { FailingOperator } from '#lib/views/operator.ts'
import { checkOperator, type Operator } from './access.ts'
import type { CertificateEnding } from './certificate-sets.ts'
import { isCertificateInUse } from './certificate-sets.ts'

/** Once per event. */

type OperatorMail = Notification & { readonly kind: OperatorMailKind }

async function mailOperators(tx: Tx, telling: OperatorMail): Promise<void> {
  if (isMailOn()) await mailEach(tx, { role: 'operator' }, telling)
}

/** Once per threshold. */
export function mailCertificateEnding(tx: Tx, ending: CertificateEnding): Promise<void> {
  const { fingerprint, daysLeft } = ending
  const facts = { ...ending, page: pageAt('/operator/certificates') }
  return mailOperators(tx, {
    kind: 'certificate_ending',
    aboutId: fingerprint,
    key: `certificate:${fingerprint}:${daysLeft}`,
    write: language => writeCertificateEnding(facts, language),
  })
}

/** Once per payment (I3, P15). */
export function mailPaymentAlarm(tx: Tx, alarm: Omit<AlarmFacts, 'page'>): Promise<void> {
  const { orderId } = alarm
  const facts = { ...alarm, page: pageAt('/operator/audit?action=payment.alarm') }
  return mailOperators(tx, {
    kind: 'payment_alarm',
    aboutId: orderId,
    key: `payment-alarm:${orderId}`,
    write: language => writePaymentAlarm(facts, language),
  })
}

/** Once a day per bank. */
export function mailReadingsRest(
  tx: Tx,
  { bankCode, count, day }: { readonly bankCode: string; readonly count: number; readonly day: string },
): Promise<void> {
  const facts = { bankCode, count, page: pageAt('/operator/audit?action=reading.rests') }
  return mailOperators(tx, {
    kind: 'readings_rest',
    aboutId: bankCode,
    key: `readings-rest:${bankCode}:${day}`,
    write: language => writeReadingsRest(facts, language),
  })
}

/** Once a day per bank. */
export function mailReadingsFail(
  tx: Tx,
  { bankCode, day }: { readonly bankCode: string; readonly day: string },
): Promise<void> {
  const facts = { bankCode, page: pageAt('/operator/audit?action=reading.fails') }
  return mailOperators(tx, {
    kind: 'readings_fail',
    aboutId: bankCode,
    key: `readings-fail:${bankCode}:${day}`,
    write: language => writeReadingsFail(facts, language),
  })
}

/** Once per request. */
export function mailActivationWaits(
  tx: Tx,
  { id, name, askedAt }: { readonly id: string; readonly name: string; readonly askedAt: Date },
): Promise<void> {
  const facts = { merchant: name, page: pageAt(`/operator/merchants/${id}`) }
  return mailOperators(tx, {
    kind: 'activation_waits',
    aboutId: id,
    key: `activation-waits:${id}:${askedAt.getTime()}`,
    write: language => writeActivationWaits(facts, language),
  })
}

/** Once per finding (C49); no-op without. */
export async function mailAuditBroken(tx: Tx, breaks: readonly AuditBreak[]): Promise<void> {
  const [first] = breaks
  if (!first) return
  const { stream, seq } = first
  const facts = { count: breaks.length, stream, seq, page: pageAt('/operator/audit') }
  const found = hashOf(JSON.stringify(breaks))
  await mailOperators(tx, {
    kind: 'audit_broken',
    aboutId: found,
    key: `audit-broken:${found}`,
    write: language => writeAuditBroken(facts, language),
  })
}

/** For a colleague to fix. Refusals: `not_found`. */
export async function listFailingOperators(operator: Operator): Promise<FailingOperator[]> {
  await checkOperator(operator)
  const operators = await db().user.findMany({ where: { role: 'operator' }, orderBy: { email: 'asc' } })
  const kind = { in: mailKinds.filter(isOperatorKind) }
  const failing = await findFailing(
    operators.map(({ id }) => id),
    { kind },
  )
  return operators.flatMap(({ id, email }) => {
    const since = failing.get(id)
    return since ? [{ email, since: since.toISOString() }] : []
  })
}

/** Not for a replaced certificate, or a merchant answered meanwhile. */
export const operatorMailRules: MailRules<OperatorMailKind> = {
  certificate_ending: (_, fingerprint) => isCertificateInUse(fingerprint),
  payment_alarm: 'always',
  audit_broken: 'always',
  readings_rest: 'always',
  readings_fail: 'always',
  activation_waits: async (_, id) =>
    (await db().organisation.count({ where: { id, reviewAskedAt: { not: null } } })) > 0,
}
