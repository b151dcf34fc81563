import type { AccountView, BankView } from '#lib/views/banking.ts'

/** An account with the cards that draw on it. */
export type AccountBranch = { account: AccountView; cards: AccountView[] }
export type BankGroup = { connectionId: string; bank: BankView; branches: AccountBranch[] }

/** Accounts by connection, in their order; a card is under its account, or alone if that account is not consented. */
export function groupAccounts(accounts: readonly AccountView[]): BankGroup[] {
  const groups = new Map<string, BankGroup>()
  const branches = new Map<string, AccountBranch>()
  for (const account of accounts.filter(({ kind }) => kind === 'account')) plant(account, groups, branches)
  for (const card of accounts.filter(({ kind }) => kind === 'card')) {
    const branch = card.linkedAccountId === null ? undefined : branches.get(card.linkedAccountId)
    if (branch) branch.cards.push(card)
    else plant(card, groups, branches)
  }
  return [...groups.values()]
}

function plant(account: AccountView, groups: Map<string, BankGroup>, branches: Map<string, AccountBranch>): void {
  const branch = { account, cards: [] }
  const { connectionId, bank } = account
  const group = groups.get(connectionId) ?? { connectionId, bank, branches: [] }
  group.branches.push(branch)
  groups.set(connectionId, group)
  branches.set(account.id, branch)
}

const maxShown = 8
const shownOfMany = 5

/** Which accounts of a bank are shown at once, and which are folded away: a property manager has one per flat. */
export function splitBranches(all: readonly AccountBranch[]): [shown: AccountBranch[], folded: AccountBranch[]] {
  const shown = all.length > maxShown ? shownOfMany : all.length
  return [all.slice(0, shown), all.slice(shown)]
}

export function isReading(account: AccountView): boolean {
  return account.sync.state === 'queued' || account.sync.state === 'running'
}

/** The oldest refresh of the accounts that make a total; null if none was refreshed. */
export function findOldestRead(accounts: readonly AccountView[]): string | null {
  return accounts
    .filter(({ kind, mainBalance, goneSince }) => kind === 'account' && mainBalance !== null && goneSince === null)
    .map(({ sync }) => sync.lastAt)
    .reduce((oldest, at) => (at !== null && (oldest === null || at < oldest) ? at : oldest), null)
}

/** The most recent refresh of these accounts; null if there was none. */
export function findLastRead(accounts: readonly AccountView[]): string | null {
  return accounts
    .map(({ sync }) => sync.lastAt)
    .reduce((latest, at) => (at !== null && (latest === null || at > latest) ? at : latest), null)
}
