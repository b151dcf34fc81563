import { dayOf } from '@guichet/sandbox/people/days.ts'
import type { LivedEntry, Living } from '@guichet/sandbox/people/live.ts'
import { operations } from '@guichet/sandbox/people/operations.ts'
import { type AccountPlan, portfolio } from '@guichet/sandbox/people/portfolio.ts'
import { findLife } from '@guichet/sandbox/people/scenarios.ts'
import { foldText } from '@guichet/values/text/clean.ts'
import { categorise, type FilingLine } from '#lib/domain/accounts/filing.ts'
import { natureOf } from '#lib/domain/accounts/transaction.ts'
import { counterpartyOf } from '#lib/domain/accounts/transaction-counterparty.ts'

/** The accounts of the sandbox bank's people, and their lives since the end of 2024; a market trader's since `terminalSince`. */
export function livesSince(terminalSince: string): { plan: AccountPlan; living: Living }[] {
  return portfolio.flatMap(plan => {
    const key = findLife(plan.key) ? plan.key : `${plan.key}/${terminalSince}`
    const life = findLife(key)
    return life ? [{ plan, living: { seed: 'rivages', key, life, from: dayOf('2024-12-01') } }] : []
  })
}

/** What Guichet makes of an entry. */
export function fileEntry(
  { key, usage }: Pick<AccountPlan, 'key' | 'usage'>,
  { operation, lines, amountMinor }: LivedEntry,
) {
  const [label = ''] = lines
  const nature = natureOf(operations[operation])
  const line: FilingLine = {
    accountId: key,
    amountMinor,
    currency: 'EUR',
    isBusiness: usage === 'ORGA',
    nature,
    subFamily: operations[operation].subFamily,
    label: foldText(label),
    searchText: foldText(lines.join(' ')),
    counterparty: counterpartyOf(label, nature),
  }
  return { ...line, label, category: categorise(line, []).category }
}
