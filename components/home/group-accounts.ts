import type { AccountView, BankView, CountedAccountView } from '#lib/views/banking.ts'

/** An account with the cards that draw on it. */
export type AccountBranch = { account: CountedAccountView; cards: CountedAccountView[] }
/** Of the person's own name, or of a bank. */
export type AccountGroup = {
  key: string
  name: string
  bank: BankView
  connectionId: string | null
  branches: AccountBranch[]
}

/** In their order, without hidden ones; a card is under its account, or alone if that account is not consented. */
export function groupAccounts(all: readonly CountedAccountView[]): AccountGroup[] {
  const accounts = all.filter(({ hidden }) => !hidden)
  const groups = new Map<string, AccountGroup>()
  const branches = new Map<string, AccountBranch>()
  for (const account of accounts.filter(({ kind }) => kind === 'account')) plant(account, groups, branches)
  for (const card of accounts.filter(({ kind }) => kind === 'card')) {
    const branch = card.linkedAccountId === null ? undefined : branches.get(card.linkedAccountId)
    if (branch) branch.cards.push(card)
    else plant(card, groups, branches)
  }
  return [...groups.values()]
}

function plant(
  account: CountedAccountView,
  groups: Map<string, AccountGroup>,
  branches: Map<string, AccountBranch>,
): void {
  const branch = { account, cards: [] }
  const { group: own, bank } = account
  const key = own === null ? account.connectionId : `own ${own}`
  const connectionId = own === null ? account.connectionId : null
  const group = groups.get(key) ?? { key, name: own ?? bank.name, bank, connectionId, branches: [] }
  group.branches.push(branch)
  groups.set(key, group)
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

/** The most recent refresh of these accounts; null if there was none. */
export function findLastRead(accounts: readonly AccountView[]): string | null {
  return accounts
    .map(({ sync }) => sync.lastAt)
    .reduce((latest, at) => (at !== null && (latest === null || at > latest) ? at : latest), null)
}
