import { toMoneyView } from '@guichet/values/money/minor.ts'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { shownPayee } from '#lib/domain/payments/payee/trade-name.ts'
import { pageAt } from '#lib/services/mail/queue.ts'
import type { MailRules } from '#lib/services/mail/sending.ts'
import { senderOf } from '#lib/services/merchant/brand-view.ts'
import { orLimit, queueFromOrganisation } from '#lib/services/people/outside-mails.ts'

/** If wanted and executed; forgets the address. With the order locked. */
export async function mailReceipt(tx: Tx, order: Prisma.PaymentOrderGetPayload<object>): Promise<void> {
  const { id, ownerId, ownerKind, status, receiptEmail: to } = order
  if (to === null || ownerKind !== 'organisation') return
  await tx.paymentOrder.update({ where: { id, ownerId }, data: { receiptEmail: null, receiptLanguage: null } })
  if (!hasPaid(status)) return
  const language = order.receiptLanguage ?? 'fr'
  const select = { name: true, logoVersion: true } as const
  const organisation = await tx.organisation.findUnique({ where: { id: ownerId }, select })
  const { payee, holder } = shownPayee(organisation?.name ?? null, order.creditorName)
  const values = {
    payee: holder === null ? payee : `${payee} (${holder})`,
    amount: toMoneyView(order),
    reference: order.reference,
    description: order.description,
    isPart: status === 'partly_executed',
    isTest: order.mode === 'test',
  }
  if (organisation === null) return
  const about = { kind: 'receipt', aboutId: id, key: `receipt:${id}` } as const
  const page = pageAt(`/pay/${order.publicId}/receipt`)
  const words = { template: 'receipt', values, page, sender: senderOf(organisation) } as const
  const mail = { ...about, parties: { organisationId: ownerId, to }, language, words }
  await orLimit(queueFromOrganisation(tx, mail, { mode: order.mode, byUserId: null }))
}

const hasPaid = (status: OrderStatus) => status === 'executed' || status === 'partly_executed'

export const receiptMailRules: MailRules<'receipt'> = {
  receipt: async (ownerId, id) =>
    (await db().paymentOrder.count({ where: { id, ownerId, status: { in: ['executed', 'partly_executed'] } } })) > 0,
}
