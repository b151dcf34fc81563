import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { dueReminder, type ReminderStep, type ReminderWishes, remindedDueDays } from '#lib/domain/invoices/reminders.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { orLimit } from '#lib/services/people/outside-mails.ts'
import { dayOf, findInvoice, lockInvoice, stateOf } from './read.ts'
import { mailInvoice } from './sending.ts'

const batch = 500

/** Of what is not paid, where the organisation wishes it; each once, under the limits of mails to customers. Returns how many. */
export async function sweepReminders(): Promise<number> {
  const wishing = await db().invoiceSettings.findMany({
    where: { OR: [{ remindBefore: true }, { remindAfter: true }] },
  })
  const wishes = new Map(wishing.map(one => [one.organisationId, one]))
  let count = 0
  for (let after: string | null = null; ; ) {
    const rows = await findWaiting([...wishes.keys()], after)
    for (const row of rows) {
      const wish = wishes.get(row.organisationId)
      const step = wish === undefined ? null : stepOf(row, wish)
      const isReminded = step === null ? false : await remind(row, step).catch(noteFault)
      if (isReminded) count += 1
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return count
    after = last.id
  }
}

function noteFault(error: unknown): boolean {
  recordFault(error, { method: 'SWEEP', path: 'invoice reminders' })
  return false
}

type Waiting = Awaited<ReturnType<typeof findWaiting>>[number]

function findWaiting(organisationIds: readonly string[], after: string | null) {
  const { from, to } = remindedDueDays(parisDay(now()))
  return db().invoice.findMany({
    where: {
      organisationId: { in: [...organisationIds] },
      number: { not: null },
      dueOn: { gte: new Date(from), lte: new Date(to) },
      creditedMinor: { lt: db().invoice.fields.amountMinor },
      link: { closedAt: null },
      ...(after === null ? {} : { id: { gt: after } }),
    },
    select: { id: true, organisationId: true, dueOn: true, reminders: { select: { step: true } } },
    orderBy: { id: 'asc' },
    take: batch,
  })
}

function stepOf(
  { dueOn, reminders }: Omit<Waiting, 'id' | 'organisationId'>,
  wish: ReminderWishes,
): ReminderStep | null {
  const sent = reminders.map(({ step }) => step)
  return dueReminder({ dueOn: dayOf(dueOn), sent }, wish, parisDay(now()))
}

const unpaid: readonly OrderStatus[] = ['open', 'cancelled', 'expired']

/** False if it was paid or reminded of, or is being paid, or no mail can go now. */
function remind({ organisationId, id }: Waiting, step: ReminderStep): Promise<boolean> {
  return db().$transaction(async tx => {
    await lockInvoice(tx, { organisationId }, id)
    const invoice = await findInvoice(tx, { organisationId }, id)
    const state = stateOf(invoice)
    if (state !== 'sent' && state !== 'overdue') return false
    if (invoice.link?.orders.some(({ status }) => !unpaid.includes(status))) return false
    if (invoice.reminders.some(one => one.step === step)) return false
    if ((await orLimit(mailInvoice(tx, { userId: null }, invoice, true))) !== 'queued') return false
    await tx.invoiceReminder.create({ data: { organisationId, invoiceId: id, step, createdAt: now() } })
    return true
  })
}
