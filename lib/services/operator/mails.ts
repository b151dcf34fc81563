import { hashOf } from '#lib/base/secrets.ts'
import { db, type Tx } from '#lib/db.ts'
import type { AuditBreak } from '#lib/domain/audit/chain.ts'
import { isMailOn } from '#lib/mail.ts'
import { findFailing, mailEach, type Notification, pageAt } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { isOperatorKind, mailKinds, type OperatorMailKind } from '#lib/services/mail/words/kind.ts'
import type { PaymentAlarm } from '#lib/services/mail/words/write.ts'
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
export function mailCertificateEnding(tx: Tx, { use, fingerprint, daysLeft }: CertificateEnding): Promise<void> {
  const name = use === 'qwac' ? 'QWAC' : 'QSealC'
  const values = { name, fingerprint: fingerprint.slice(0, 16), daysLeft: Math.max(0, daysLeft) } as const
  return mailOperators(tx, {
    kind: 'certificate_ending',
    aboutId: fingerprint,
    key: `certificate:${fingerprint}:${daysLeft}`,
    words: { template: 'certificate_ending', values, page: pageAt('/operator/certificates') },
  })
}

type Alarm = {
  readonly what: PaymentAlarm | 'unread'
  readonly bankCode: string
  readonly orderId: string
  readonly status: string
}

/** Once per payment (I3, P15); one that can't be read is told apart. */
export function mailPaymentAlarm(tx: Tx, { what, ...alarm }: Alarm): Promise<void> {
  const { orderId } = alarm
  const page = pageAt('/operator/audit?action=payment.alarm')
  return mailOperators(tx, {
    kind: 'payment_alarm',
    aboutId: orderId,
    key: `payment-${what === 'unread' ? 'unread' : 'alarm'}:${orderId}`,
    words:
      what === 'unread'
        ? { template: 'payment_unread', values: alarm, page }
        : { template: 'payment_alarm', values: { ...alarm, what }, page },
  })
}

/** Once a day per bank. */
export function mailReadingsRest(
  tx: Tx,
  { bankCode, count, day }: { readonly bankCode: string; readonly count: number; readonly day: string },
): Promise<void> {
  const page = pageAt('/operator/audit?action=reading.rests')
  return mailOperators(tx, {
    kind: 'readings_rest',
    aboutId: bankCode,
    key: `readings-rest:${bankCode}:${day}`,
    words: { template: 'readings_rest', values: { bankCode, count }, page },
  })
}

/** Once a day per bank. */
export function mailReadingsFail(
  tx: Tx,
  { bankCode, day }: { readonly bankCode: string; readonly day: string },
): Promise<void> {
  const page = pageAt('/operator/audit?action=reading.fails')
  return mailOperators(tx, {
    kind: 'readings_fail',
    aboutId: bankCode,
    key: `readings-fail:${bankCode}:${day}`,
    words: { template: 'readings_fail', values: { bankCode }, page },
  })
}

type Asked = {
  readonly id: string
  readonly name: string
  readonly what: 'activation_waits' | 'limits_wait'
  readonly askedAt: Date
}

/** Once per request. */
export function mailMerchantWaits(tx: Tx, { id, name, what, askedAt }: Asked): Promise<void> {
  return mailOperators(tx, {
    kind: 'activation_waits',
    aboutId: id,
    key: `${what.replace('_', '-')}:${id}:${askedAt.getTime()}`,
    words: { template: what, values: { merchant: name }, page: pageAt(`/operator/merchants/${id}`) },
  })
}

/** Once per finding (C49); no-op without. */
export async function mailAuditBroken(tx: Tx, breaks: readonly AuditBreak[]): Promise<void> {
  const [first] = breaks
  if (!first) return
  const { stream, seq } = first
  const found = hashOf(JSON.stringify(breaks))
  await mailOperators(tx, {
    kind: 'audit_broken',
    aboutId: found,
    key: `audit-broken:${found}`,
    words: {
      template: 'audit_broken',
      values: { count: breaks.length, stream, seq },
      page: pageAt('/operator/audit'),
    },
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
    (await db().organisation.count({
      where: { id, OR: [{ reviewAskedAt: { not: null } }, { limitsAskedAt: { not: null } }] },
    })) > 0,
}
