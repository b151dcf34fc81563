import { randomUUID } from 'node:crypto'
import { type AccountList, listAccounts } from '@guichet/stet/accounts.ts'
import type { Bank } from '@guichet/stet/bank.ts'
import type { CallContext } from '@guichet/stet/call.ts'
import { putConsent } from '@guichet/stet/consents.ts'
import { BankError } from '@guichet/stet/errors.ts'
import type { TokenSet } from '@guichet/stet/oauth.ts'
import { allowancesOf, consentablesOf, kindsOfVersion, mayReadIdentity } from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { openBank } from '#lib/banks.ts'
import { lockFor } from '#lib/base/locks.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { authorisationEndsAt, mayCallBank, nextConnectionStatus } from '#lib/domain/consent/connection.ts'
import {
  isSameLogin,
  mustAskBank,
  type OldGrant,
  type Overlap,
  overlapOf,
} from '#lib/domain/consent/connection-login.ts'
import { firstReminderAt } from '#lib/domain/consent/reminder.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import { log } from '#lib/log.ts'
import type { RecordedCalls } from '#lib/services/banks/calls.ts'
import { repeatWhenSilent } from '#lib/services/banks/repeat.ts'
import { storeConsentAgain } from '#lib/services/consent/choice.ts'
import { choiceInForce } from '#lib/services/consent/read.ts'
import { wasConsented } from '#lib/services/grants/connection-state.ts'
import { isGrantAlive, sealTokens } from '#lib/services/grants/tokens.ts'
import { mailActivity } from '#lib/services/people/activity-mails.ts'
import { dropNotices } from '#lib/services/people/notices.ts'
import { listedIbans, storeListing } from './listing.ts'

/** A new connection, or new tokens of one for the same login (bank:D11). */

export type Grant = {
  readonly userId: string
  readonly bankCode: string
  readonly tokens: TokenSet
  /** A later one is never overwritten. */
  readonly grantedAt: Date
  readonly renews: string | null
}

export type Adopted = {
  readonly connectionId: string
  /** Not chosen yet. */
  readonly choosing: boolean
  /** To be sent again. */
  readonly consentLost: boolean
}

export type Outcome = 'linked' | 'renewed' | 'merged'

/** As another customer of the bank; nothing was changed. */
export class OtherLogin extends Error {
  override readonly name = 'OtherLogin'
}

export class NoAccounts extends Error {
  override readonly name = 'NoAccounts'
}

/**
 * Lists the accounts while the PSU is present, and stores both; `finish` runs in the transaction. Throws NoAccounts,
 * OtherLogin, `bank_unknown` or `BankError`.
 */
export async function storeGrant(
  grant: Grant,
  presence: Presence,
  calls: RecordedCalls,
  finish: (tx: Tx, connectionId: string, outcome: Outcome) => Promise<void>,
): Promise<Adopted> {
  const [list, linked] = await Promise.all([listWith(grant, presence, calls), findLinked(db(), grant)])
  const ibans = new Set(listedIbans(list.accounts))
  const oldGrants = await probeOldGrants(grant, linked, ibans, presence)
  // The call log is written in parallel.
  void calls.written()
  try {
    return await db().$transaction(async tx => {
      // The second flow of one person at one bank sees the first's connection.
      await lockFor(tx, 'login', `${grant.userId} ${grant.bankCode}`)
      const known = recognise(grant, await findLinked(tx, grant), ibans, oldGrants)
      const connectionId = known?.id ?? randomUUID()
      if (known) await renewConnection(tx, grant, known)
      else await linkConnection(tx, grant, connectionId)
      await storeListing(tx, { userId: grant.userId, connectionId }, grant.bankCode, list)
      await calls.assignTo(connectionId, tx)
      await finish(tx, connectionId, known === null ? 'linked' : known.id === grant.renews ? 'renewed' : 'merged')
      const choosing = known === null || !(await wasConsented(tx, grant.userId, connectionId))
      const owner = { userId: grant.userId, connectionId }
      const stands = choosing || (await isConsentAtBank(tx, owner, list))
      if (!stands) await storeConsentAgain(tx, owner)
      return { connectionId, choosing, consentLost: !stands }
    })
  } finally {
    await probeOtherGrants(grant, ibans)
  }
}

async function listWith(grant: Grant, presence: Presence, calls: RecordedCalls): Promise<AccountList> {
  const bank = requireFound(await openBank(grant.bankCode), 'bank_unknown')
  const list = await listWhole(bank, grant, { ...calls.context, presence }).catch((error: unknown) => {
    throw isNoAccount(error) ? new NoAccounts() : error
  })
  if (listedIbans(list.accounts).length === 0)
    throw list.unreadable.length === 0 ? new NoAccounts() : unreadableList(list)
  return list
}

/** The bank's fault, not a customer without accounts. */
function unreadableList({ unreadable }: AccountList): BankError {
  const [first] = unreadable
  const detail = `no account can be read (${first?.field}: ${first?.reason})`
  return new BankError({ kind: 'schema', sent: 'yes', operation: 'accounts.list', requestId: '', detail })
}

/**
 * v1.4.2 lists consented accounts only (rule 2): an old consent is withdrawn first, as a login is recognised by all
 * its accounts; ours is sent again afterwards.
 */
async function listWhole(bank: Bank, { bankCode, tokens }: Grant, context: CallContext): Promise<AccountList> {
  const repeating = { bankCode, attended: true }
  const list = () => repeatWhenSilent(repeating, () => listAccounts(bank, tokens.accessToken, context))
  const first = await list()
  if (first.complete) return first
  const nothing = { accounts: [], psuIdentity: false }
  await repeatWhenSilent(repeating, () => putConsent(bank, tokens.accessToken, nothing, context))
  return list()
}

/** L7: 204, or NAAC. */
function isNoAccount(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'NAAC'
}

type Linked = Awaited<ReturnType<typeof findLinked>>[number]

/** With accounts last listed, oldest first. */
function findLinked(tx: Tx, { userId, bankCode }: Grant) {
  return tx.connection.findMany({
    where: { userId, bankCode, status: { not: 'disconnected' } },
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      status: true,
      authorisedAt: true,
      expiresAt: true,
      accounts: { where: { kind: 'account', gone: false, iban: { not: null } }, select: { iban: true } },
    },
  })
}

function overlapWith({ accounts }: Linked, ibans: ReadonlySet<string>): Overlap {
  return overlapOf(new Set(accounts.flatMap(({ iban }) => (iban === null ? [] : [iban]))), ibans)
}

type OldGrants = ReadonlyMap<string, OldGrant>

/** Where accounts don't identify the login. */
async function probeOldGrants(
  { userId, renews }: Grant,
  linked: readonly Linked[],
  ibans: ReadonlySet<string>,
  presence: Presence,
): Promise<OldGrants> {
  if (linked.some(one => overlapWith(one, ibans) === 'equal')) return new Map()
  const doubtful = linked.filter(
    one =>
      mustAskBank({ overlap: overlapWith(one, ibans), meant: one.id === renews }) &&
      mayCallBank({ status: one.status, expiresAt: one.expiresAt }, now()),
  )
  const answers = await Promise.all(
    doubtful.map(async ({ id }): Promise<[string, OldGrant]> => {
      const alive = await isGrantAlive({ userId, connectionId: id, presence, passesBreaker: true })
      return [id, alive === null ? 'unknown' : alive ? 'alive' : 'dead']
    }),
  )
  return new Map(answers)
}

/** Null: new. Throws OtherLogin for a renewal by another login. */
function recognise(
  { renews }: Grant,
  linked: readonly Linked[],
  ibans: ReadonlySet<string>,
  oldGrants: OldGrants,
): Linked | null {
  const same = linked.filter(one =>
    isSameLogin({
      overlap: overlapWith(one, ibans),
      meant: one.id === renews,
      oldGrant: oldGrants.get(one.id) ?? 'unknown',
    }),
  )
  const meant = same.find(({ id }) => id === renews)
  const equal = same.find(one => overlapWith(one, ibans) === 'equal')
  const found = meant ?? equal ?? same[0] ?? null
  if (found === null && linked.some(({ id }) => id === renews)) throw new OtherLogin()
  return found
}

async function linkConnection(tx: Tx, grant: Grant, id: string): Promise<void> {
  await createConnection(tx, grant, id)
  const { userId, bankCode } = grant
  await mailActivity(tx, { userId, kind: 'bank_linked', aboutId: id, key: id, bankCode })
}

async function createConnection(tx: Tx, grant: Grant, id: string): Promise<void> {
  const { userId, bankCode, grantedAt } = grant
  const sealed = await sealTokens(id, grant.tokens)
  const dates = authorisationDates(grantedAt)
  await tx.connection.create({ data: { id, userId, bankCode, status: 'choosing', ...sealed, ...dates } })
}

/** § AIS Limits. */
function authorisationDates(grantedAt: Date) {
  const expiresAt = authorisationEndsAt(grantedAt)
  return { authorisedAt: grantedAt, expiresAt, remindAt: firstReminderAt(expiresAt) }
}

async function renewConnection(tx: Tx, grant: Grant, known: Linked): Promise<void> {
  // A later grant of the login is stored (bank:D11): this one is over.
  if (known.authorisedAt !== null && known.authorisedAt > grant.grantedAt) return
  const { userId, grantedAt } = grant
  const consented = await wasConsented(tx, userId, known.id)
  const status = requireFound(nextConnectionStatus(known.status, 'renewed', { consented }), 'connection_gone')
  await tx.connection.updateMany({
    where: { id: known.id, userId },
    data: {
      ...(await sealTokens(known.id, grant.tokens)),
      previousSealed: null,
      // A refresh in progress must not store old tokens.
      leaseId: null,
      leaseUntil: null,
      status,
      statusReason: null,
      ...authorisationDates(grantedAt),
    },
  })
  // Those about new accounts still apply.
  await dropNotices(tx, userId, { connectionId: known.id, kind: { not: 'new_accounts' } })
}

/**
 * One grant per PSU (bank:D11): another user's for the same login ends (L11). Each user with one of these accounts
 * is looked at by asking the bank; a dead grant ends with a notice. The link flow does not wait.
 */
async function probeOtherGrants({ userId, bankCode }: Grant, ibans: ReadonlySet<string>): Promise<void> {
  try {
    const others = await db().connection.findMany({
      where: {
        bankCode,
        userId: { not: userId },
        status: { in: ['choosing', 'active'] },
        accounts: { some: { iban: { in: [...ibans] }, gone: false } },
      },
      select: { id: true, userId: true },
      take: 20,
    })
    await Promise.all(
      others.map(other => isGrantAlive({ userId: other.userId, connectionId: other.id, presence: null })),
    )
  } catch (error) {
    log().warn({ err: error, bankCode }, 'who else holds this login could not be asked')
  }
}

/** The links of what was ticked and no others (rule 3): a new grant may have lost the consent. */
async function isConsentAtBank(
  tx: Tx,
  owner: { readonly userId: string; readonly connectionId: string },
  list: AccountList,
): Promise<boolean> {
  const choice = await choiceInForce(tx, owner)
  if (choice === null) return true
  const toConsentable = consentablesOf(list.accounts)
  const toAllowance = allowancesOf(choice)
  if ((list.identity !== null) !== mayReadIdentity(choice)) return false
  return list.accounts.every(account => {
    const may = toAllowance(toConsentable(account))
    return kindsOfVersion[list.version].every(kind => account.links.has(kind) === may[kind])
  })
}
