import {
  type AccountAddress,
  type AccountLinks,
  readBalances,
  readOverdrafts,
  readOwners,
} from '@guichet/stet/accounts.ts'
import type { Identity, Overdraft, Owners } from '@guichet/stet/terms/account-data.ts'
import type { ConsentKind } from '@guichet/stet/terms/consent-choice.ts'
import { mayReadIdentity } from '@guichet/stet/terms/consent-choice.ts'
import { currencyOfBalances } from '@guichet/stet/translate.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { closureCodes } from '#lib/domain/accounts/closure.ts'
import { type KnownBalances, storeBalancesOf } from '#lib/services/accounts/balances.ts'
import { failureCodeOf, isNotOffered, isOurFault, toRefused } from '#lib/services/banks/refusal.ts'
import { noHolder } from '#lib/services/consent/effect.ts'
import { choiceToReadBy } from '#lib/services/consent/read.ts'
import { type RefreshRun, readFromBank } from './run.ts'
import { refreshTransactions, type TransactionAccount } from './transactions.ts'

export type AccountRow = TransactionAccount & {
  readonly connectionId: string
  readonly resourceId: string
  readonly kind: string
  readonly mayBalances: boolean
  readonly mayTransactions: boolean
  readonly mayOwners: boolean
  readonly mayOverdrafts: boolean
  readonly balances: KnownBalances
  /** Of the refresh before. */
  readonly syncError: string | null
}

export type Hints = {
  readonly links: AccountLinks
  /** Null: no balances in the list. */
  readonly unreadableInline: number | null
  readonly namesCurrency: boolean
}

/** Parts fail independently; the first failure is stored, in order. Throws only if the run must stop. */
export async function refreshAccount(run: RefreshRun, account: AccountRow, hints: Hints): Promise<void> {
  run.lease.signal.throwIfAborted()
  // Nobody watches a scheduled one.
  if (run.presence !== null) await run.write({ id: account.id, syncState: 'running', syncedRows: 0 })
  const addressOf = (kind: ConsentKind): AccountAddress => {
    const href = hints.links[kind]
    return href === undefined ? account.resourceId : { resourceId: account.resourceId, href }
  }
  const isClosed = closureCodes.includes(account.syncError ?? '')
  const ask = isClosed ? stopAtFailure() : <Value>(read: () => Promise<Value>) => read()
  const [balances, lines, owners, overdraft] = await Promise.allSettled([
    account.mayBalances && hints.unreadableInline === null
      ? ask(() => syncBalances(run, account, addressOf('balances'), hints))
      : null,
    account.mayTransactions ? ask(() => refreshTransactions(run, account, addressOf('transactions'))) : null,
    account.mayOwners ? ask(() => orNotOffered(syncOwners(run, account, addressOf('owners')))) : null,
    account.mayOverdrafts ? ask(() => orNotOffered(syncOverdraft(run, account, addressOf('overdrafts')))) : null,
  ])
  const inline = hints.unreadableInline === null ? null : { unreadableBalances: hints.unreadableInline }
  const read = {
    id: account.id,
    ...inline,
    ...whatWasRead(balances),
    ...whatWasRead(owners),
    ...whatWasRead(overdraft),
  }
  // Left, or taken over.
  if (run.lease.signal.aborted) {
    await run.write(read)
    throw run.lease.signal.reason
  }
  if (lines.status === 'fulfilled' && lines.value?.unfiled) run.unfiled.add(account.id)
  const failures = [balances, lines, owners, overdraft].flatMap((part): unknown[] =>
    part.status === 'rejected' ? [part.reason] : [],
  )
  if (failures.some(isOurFault)) run.ourFaults.add(account.id)
  // Each fault is logged.
  const [refused] = failures.map(failure => toRefused(failure, 'sync.account'))
  if (refused) {
    const code = failureCodeOf(refused)
    const isAnswer = !isClosed || closureCodes.includes(code)
    await run.write({ ...read, syncState: 'failed', syncError: isAnswer ? code : account.syncError })
  } else {
    const rows = lines.status === 'fulfilled' ? lines.value?.rows : undefined
    await run.write({ ...read, syncState: 'done', lastSyncedAt: now(), syncedRows: rows ?? 0 })
  }
}

/** One after the other; after one that fails the others fail with it. */
function stopAtFailure() {
  let before: Promise<unknown> = Promise.resolve()
  return <Value>(read: () => Promise<Value>): Promise<Value> => {
    const reading = before.then(read)
    before = reading
    return reading
  }
}

function whatWasRead<Value>(part: PromiseSettledResult<Value | null>): Value | null {
  return part.status === 'fulfilled' ? part.value : null
}

/** NIMP, 501, v1.4.2: not a failure. */
async function orNotOffered<Value>(part: Promise<Value>): Promise<Value | null> {
  try {
    return await part
  } catch (error) {
    if (!isNotOffered(error)) throw error
    return null
  }
}

async function syncBalances(run: RefreshRun, account: AccountRow, address: AccountAddress, { namesCurrency }: Hints) {
  const list = await readFromBank(run, { accountId: account.id, kind: 'balances' }, (bank, token, context) =>
    readBalances(bank, token, { account: address, kind: account.kind === 'card' ? 'card' : 'account' }, context),
  )
  await storeBalancesOf(account, run.lease, list.balances)
  const currency = namesCurrency ? null : currencyOfBalances(list.balances)
  return { unreadableBalances: list.unreadable.length, ...(currency === null ? {} : { currency }) }
}

async function syncOwners(run: RefreshRun, account: AccountRow, address: AccountAddress) {
  const owners = await readFromBank(run, { accountId: account.id, kind: 'owners' }, (bank, token, context) =>
    readOwners(bank, token, address, context),
  )
  return { owners: toOwnersColumn(owners) }
}

function toOwnersColumn(owners: Owners | null) {
  return {
    persons: (owners?.persons ?? []).map(({ fullName, role }) => ({
      fullName: cleanText(fullName, 140),
      role: role === null ? null : cleanText(role, 70),
    })),
    company: owners?.company
      ? {
          identification: cleanText(owners.company.identification, 70),
          schemeName: cleanText(owners.company.schemeName, 70),
        }
      : null,
  }
}

async function syncOverdraft(run: RefreshRun, account: AccountRow, address: AccountAddress) {
  const overdraft = await readFromBank(run, { accountId: account.id, kind: 'overdrafts' }, (bank, token, context) =>
    readOverdrafts(bank, token, address, context),
  )
  return { overdraft: toOverdraftColumn(overdraft) }
}

function toOverdraftColumn(overdraft: Overdraft | null) {
  const allowed = overdraft?.allowed
  return { allowed: allowed ? toMoneyView(allowed) : null }
}

/** Unless unticked meanwhile. */
export async function storeIdentity(
  owner: { readonly userId: string; readonly connectionId: string },
  identity: Identity,
): Promise<void> {
  const { userId, connectionId } = owner
  const fullName = cleanText(identity.fullName, 140)
  const names = {
    firstName: identity.firstName === null ? null : cleanText(identity.firstName, 70),
    lastName: identity.lastName === null ? null : cleanText(identity.lastName, 70),
  }
  await db().$transaction(async tx => {
    await tx.connection.updateMany({ where: { id: connectionId, userId }, data: { psuName: fullName } })
    if (!mayReadIdentity(await choiceToReadBy(tx, owner))) {
      await tx.connection.updateMany({ where: { id: connectionId, userId }, data: noHolder })
      return
    }
    const data = { fullName, ...names, readAt: now() }
    await tx.psuIdentity.upsert({ where: { connectionId }, create: { connectionId, userId, ...data }, update: data })
  })
}
