/**
 * Whether an incident may be major: (EU) 2022/2554 (DORA), art. 17 to 20 and 23, with (EU) 2024/1772 and 2025/301.
 * The operator classifies.
 */

export const reportKinds = ['initial', 'intermediate', 'final'] as const
export type ReportKind = (typeof reportKinds)[number]

/** Minor units of EUR. */
export type IncidentFacts = {
  readonly people: { readonly affected: number; readonly all: number }
  readonly merchants: { readonly affected: number; readonly all: number }
  /** Failed through a bank or us; of an average day before. */
  readonly payments: { readonly affected: number; readonly dailyAverage: number }
  readonly amounts: { readonly affectedMinor: bigint; readonly dailyAverageMinor: bigint }
  readonly durationMinutes: number
  /** Of the interface down longest. */
  readonly downtimeMinutes: number
}

export const criteria = ['clients', 'counterparts', 'transactions', 'duration', 'downtime'] as const
export type Criterion = (typeof criteria)[number]

export const judgedCriteria = [
  'critical_services',
  'data_losses',
  'member_states',
  'economic_impact',
  'reputation',
] as const

const clientsShare = 10
const maxClients = 100_000
const counterpartsShare = 30
const transactionsShare = 10
const longestMinutes = 24 * 60
const longestDowntimeMinutes = 2 * 60

const exceeds = (part: number, all: number, percent: number) => part * 100 > all * percent

/** (EU) 2024/1772, art. 9. */
export function exceededCriteria(facts: IncidentFacts): Criterion[] {
  const { people, merchants, payments, amounts, durationMinutes, downtimeMinutes } = facts
  const isExceeded: { readonly [criterion in Criterion]: boolean } = {
    clients: people.affected > maxClients || exceeds(people.affected, people.all, clientsShare),
    counterparts: exceeds(merchants.affected, merchants.all, counterpartsShare),
    transactions:
      exceeds(payments.affected, payments.dailyAverage, transactionsShare) ||
      amounts.affectedMinor * 100n > amounts.dailyAverageMinor * BigInt(transactionsShare),
    duration: durationMinutes > longestMinutes,
    downtime: downtimeMinutes > longestDowntimeMinutes,
  }
  return criteria.filter(criterion => isExceeded[criterion])
}

export type ReportDates = {
  readonly awareAt: Date
  /** Null: not yet. */
  readonly classifiedAt: Date | null
  /** Null: not yet. */
  readonly initialSentAt: Date | null
  readonly intermediateSentAt: Date | null
}

const hourMs = 3_600_000

/**
 * (EU) 2025/301, art. 5: initial four hours after classification and within a day of awareness; intermediate 72
 * hours after it; final a month after that. Null: it counts from something still to come.
 */
export function dueAt(kind: ReportKind, dates: ReportDates): Date | null {
  const { awareAt, classifiedAt, initialSentAt, intermediateSentAt } = dates
  if (kind === 'initial') {
    const withinDay = new Date(awareAt.getTime() + 24 * hourMs)
    if (classifiedAt === null) return withinDay
    const afterClassification = new Date(classifiedAt.getTime() + 4 * hourMs)
    return classifiedAt > withinDay || afterClassification < withinDay ? afterClassification : withinDay
  }
  if (kind === 'intermediate') return initialSentAt === null ? null : new Date(initialSentAt.getTime() + 72 * hourMs)
  return intermediateSentAt === null ? null : monthLater(intermediateSentAt)
}

function monthLater(at: Date): Date {
  const later = new Date(at)
  later.setUTCMonth(at.getUTCMonth() + 1)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}
