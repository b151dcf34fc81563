/**
 * Whether an incident may be a major one that must be reported to the authority: Regulation (EU) 2022/2554 (DORA), art. 17 to 20 and 23, with
 * Delegated Regulations (EU) 2024/1772 (criteria) and 2025/301 (content and time limits). What the product can't know is for the
 * operator to judge; nothing is classified by us.
 */

export const reportKinds = ['initial', 'intermediate', 'final'] as const
export type ReportKind = (typeof reportKinds)[number]

/** What the product counted. Amounts in minor units of EUR. */
export type IncidentFacts = {
  readonly people: { readonly affected: number; readonly all: number }
  readonly merchants: { readonly affected: number; readonly all: number }
  /** Payments of the period that failed for a reason of a bank or ours, and the payments of an average day before it. */
  readonly payments: { readonly affected: number; readonly dailyAverage: number }
  readonly amounts: { readonly affectedMinor: bigint; readonly dailyAverageMinor: bigint }
  readonly durationMinutes: number
  /** Of the interface that was down longest. */
  readonly downtimeMinutes: number
}

export const criteria = ['clients', 'counterparts', 'transactions', 'duration', 'downtime'] as const
export type Criterion = (typeof criteria)[number]

/** Criteria that no number of ours can tell. */
export const judgedCriteria = [
  'critical_services',
  'data_losses',
  'member_states',
  'economic_impact',
  'reputation',
] as const
export type JudgedCriterion = (typeof judgedCriteria)[number]

const clientsShare = 10
const maxClients = 100_000
const counterpartsShare = 30
const transactionsShare = 10
const longestMinutes = 24 * 60
const longestDowntimeMinutes = 2 * 60

const exceeds = (part: number, all: number, percent: number) => part * 100 > all * percent

/** The criteria whose threshold the counted facts exceed (Delegated Regulation (EU) 2024/1772, art. 9). */
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
  /** When we learned of the incident. */
  readonly awareAt: Date
  /** When it was classified as major; null: not yet. */
  readonly classifiedAt: Date | null
  /** When the initial notification and the intermediate report were sent; null: not yet. */
  readonly initialSentAt: Date | null
  readonly intermediateSentAt: Date | null
}

const hourMs = 3_600_000

/**
 * Until when a report must be sent (Delegated Regulation (EU) 2025/301, art. 5): the initial notification four hours after the
 * classification and within a day of awareness, if it was classified by then; the intermediate report 72 hours after the initial
 * notification; the final one a month after the intermediate. Null: counted from something that has not happened yet.
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

/** The same day of the next month, or its last day. */
function monthLater(at: Date): Date {
  const later = new Date(at)
  later.setUTCMonth(at.getUTCMonth() + 1)
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}
