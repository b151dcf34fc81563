import { db } from '#lib/db.ts'
import type { RecurringChoice } from '#lib/domain/accounts/recurring.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import type { RecurringChoiceInput } from '#lib/views/insight.ts'

/** All are read with what recurs. */
const choiceLimit = 500

export function listRecurringChoices(userId: string): Promise<RecurringChoice[]> {
  return db().recurringChoice.findMany({
    where: { userId },
    select: { counterparty: true, direction: true, rhythm: true },
    orderBy: { createdAt: 'desc' },
    take: choiceLimit,
  })
}

/** Refusals: `invalid_input` naming `counterparty` without a transaction of it, or `count` (500). */
export async function chooseRecurring({ userId }: Person, input: RecurringChoiceInput): Promise<void> {
  const { counterparty, direction, choice } = input
  const side = { userId, counterparty, direction }
  if (choice === 'forget') {
    await db().recurringChoice.deleteMany({ where: side })
    return
  }
  const amountMinor = direction === 'in' ? { gte: 0n } : { lt: 0n }
  if (!(await db().transaction.findFirst({ where: { userId, counterparty, amountMinor }, select: { key: true } })))
    throw new Refused('invalid_input', { field: 'counterparty' })
  if ((await db().recurringChoice.count({ where: { userId, NOT: side } })) >= choiceLimit)
    throw new Refused('invalid_input', { field: 'count' })
  const rhythm = choice === 'never' ? null : choice
  await db().recurringChoice.upsert({
    where: { userId_counterparty_direction: side },
    create: { ...side, rhythm },
    update: { rhythm },
  })
}
