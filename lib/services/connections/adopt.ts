import { randomUUID } from 'node:crypto'
import { openBank } from '#lib/banks.ts'
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
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Presence } from '#lib/domain/requests/presence.ts'
import { log } from '#lib/log.ts'
import type { RecordedCalls } from '#lib/services/banks/calls.ts'
import { repeatWhenSilent } from '#lib/services/banks/repeat.ts'
import { isConsentAtBank } from '#lib/services/consent/check.ts'
import { wasConsented } from '#lib/services/grants/connection-state.ts'
import { isGrantAlive, sealTokens } from '#lib/services/grants/tokens.ts'
import { mailActivity } from '#lib/services/people/activity-mails.ts'
import { dropNotices } from '#lib/services/people/notices.ts'
import { type AccountList, listAccounts } from '#lib/stet/accounts.ts'
import type { Bank } from '#lib/stet/bank.ts'
import { putConsent } from '#lib/stet/consents.ts'
import { BankError } from '#lib/stet/errors.ts'
import type { TokenSet } from '#lib/stet/oauth.ts'
import type { CallContext } from '#lib/stet/send.ts'
import { listedIbans, storeListing } from './listing.ts'

/**
 * What becomes of a fresh grant: a new connection, or new tokens for the one that is the same bank login already (D11).
 * The identity of a connection is that login, not its tokens, so renewal replaces tokens and nothing else.
 */

export type Grant = {
  readonly userId: string
  readonly bankCode: string
  readonly tokens: TokenSet
  /** When the bank issued it: a later grant of the same login is never overwritten by an earlier one. */
  readonly grantedAt: Date
  /** The connection the person set out to renew, if any. */
  readonly renews: string | null
}

export type Adopted = {
  readonly connectionId: string
  /** The person has yet to say what may be read. */
  readonly choosing: boolean
  /** There was a consent, and the bank no longer shows what it allows: it must be sent again. */
  readonly consentLost: boolean
}

/** What a link flow came to: a new connection, the renewal it set out for, or the renewal of a login that was linked already. */
export type Outcome = 'linked' | 'renewed' | 'merged'

/** A renewal came back as another customer of the bank. Nothing was changed. */
export class OtherLogin extends Error {
  override readonly name = 'OtherLogin'
}

/** The bank has no payment account to show for this login. */
export class NoAccounts extends Error {
  override readonly name = 'NoAccounts'
}

/**
 * Asks the bank, with the person there, which accounts the grant reaches, and files it. `finish` runs in the same
 * transaction and throws to undo everything. Throws NoAccounts, OtherLogin, Refused('bank_unknown'), or the `BankError` of
 * the listing.
 */
export async function adoptGrant(
  grant: Grant,
  presence: Presence,
  calls: RecordedCalls,
  finish: (tx: Tx, connectionId: string, outcome: Outcome) => Promise<void>,
): Promise<Adopted> {
  const [list, linked] = await Promise.all([listWith(grant, presence, calls), findLinked(db(), grant)])
  const ibans = new Set(listedIbans(list.accounts))
  const oldGrants = await askAboutDoubts(grant, linked, ibans, presence)
  // The log of these calls is written beside what follows, which then only names the connection.
  void calls.written()
  try {
    return await db().$transaction(async tx => {
      // Two link flows of one person that end at the same moment must see each other's connection.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${grant.userId} ${grant.bankCode}`}, 0))`
      const known = recognise(grant, await findLinked(tx, grant), ibans, oldGrants)
      const connectionId = known?.id ?? randomUUID()
      if (known) await renewConnection(tx, grant, known)
      else await linkConnection(tx, grant, connectionId)
      await storeListing(tx, { userId: grant.userId, connectionId }, grant.bankCode, list)
      await calls.assignTo(connectionId, tx)
      await finish(tx, connectionId, known === null ? 'linked' : known.id === grant.renews ? 'renewed' : 'merged')
      const choosing = known === null || !(await wasConsented(tx, grant.userId, connectionId))
      const stands = choosing || (await isConsentAtBank(tx, { userId: grant.userId, connectionId }, list))
      return { connectionId, choosing, consentLost: !stands }
    })
  } finally {
    await askAboutOthers(grant, ibans)
  }
}

async function listWith(grant: Grant, presence: Presence, calls: RecordedCalls): Promise<AccountList> {
  const bank = await openBank(grant.bankCode)
  if (!bank) throw new Refused('bank_unknown')
  const list = await listWhole(bank, grant, { ...calls.context, presence }).catch((error: unknown) => {
    throw isNoAccount(error) ? new NoAccounts() : error
  })
  if (listedIbans(list.accounts).length === 0)
    throw list.unreadable.length === 0 ? new NoAccounts() : unreadableList(list)
  return list
}

/** There are accounts, and none in a form that can be read: the bank's fault, and not a customer without accounts. */
function unreadableList({ unreadable }: AccountList): BankError {
  const [first] = unreadable
  const detail = `no account can be read (${first?.field}: ${first?.reason})`
  return new BankError({ kind: 'schema', sent: 'yes', operation: 'accounts.list', requestId: '', detail })
}

/**
 * Every account of the login. Where an old consent still hides the others (v1.4.2 lists consented accounts alone, § AIS
 * behaviour rule 2) it is taken back first: a login is recognised by all its accounts, and whoever has just come is to
 * choose among all of them. What the person had consented to with us is sent again once the grant is filed.
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

/** L7: 204 comes as an empty list, NAAC as a refusal; both mean that there is nothing to link. */
function isNoAccount(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'NAAC'
}

type Linked = Awaited<ReturnType<typeof findLinked>>[number]

/** What this person has linked at this bank, with the accounts last listed there; the oldest first. */
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

/** Asks the bank about the old grant of each connection whose accounts leave doubt, unless one leaves none. */
async function askAboutDoubts(
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
      const alive = await isGrantAlive({ userId, connectionId: id, presence })
      return [id, alive === null ? 'unknown' : alive ? 'alive' : 'dead']
    }),
  )
  return new Map(answers)
}

/** The connection that is the same login; null when there is none. Throws OtherLogin for a renewal of somebody else's. */
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

/** § AIS Limits: 180 days from the strong authentication; reminders begin before they are over. */
function authorisationDates(grantedAt: Date) {
  const expiresAt = authorisationEndsAt(grantedAt)
  return { authorisedAt: grantedAt, expiresAt, remindAt: firstReminderAt(expiresAt) }
}

async function renewConnection(tx: Tx, grant: Grant, known: Linked): Promise<void> {
  // The bank keeps one pair (D11): if a later grant is filed already, this one is dead and there is nothing to replace.
  if (known.authorisedAt !== null && known.authorisedAt > grant.grantedAt) return
  const { userId, grantedAt } = grant
  const consented = await wasConsented(tx, userId, known.id)
  const status = nextConnectionStatus(known.status, 'renewed', { consented })
  if (status === null) throw new Refused('connection_gone')
  await tx.connection.updateMany({
    where: { id: known.id, userId },
    data: {
      ...(await sealTokens(known.id, grant.tokens)),
      previousSealed: null,
      // Whoever refreshes the old tokens at this moment must not put them back.
      leaseId: null,
      leaseUntil: null,
      status,
      statusReason: null,
      ...authorisationDates(grantedAt),
    },
  })
  // What was told of the old authorisation is over; new accounts ask something else.
  await dropNotices(tx, userId, { connectionId: known.id, kind: { not: 'new_accounts' } })
}

/**
 * One grant per PSU (D11): with this one, the same login linked by anybody else has died at the bank (L11). Whoever has one
 * of these accounts may be that, or hold a joint account with a login of their own: the bank knows, and a grant that it no
 * longer honours ends its connection and tells its person. Nobody's link flow waits for, or fails of, an answer that does not come.
 */
async function askAboutOthers({ userId, bankCode }: Grant, ibans: ReadonlySet<string>): Promise<void> {
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
