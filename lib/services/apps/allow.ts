import { addDays, type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { z } from 'zod'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { byAccount } from '#lib/domain/accounts/counting.ts'
import {
  type AppChoice,
  type AppDiff,
  type AppGrant,
  appDays,
  appGrants,
  appKinds,
  appState,
  diffGrants,
  everyAccount,
  type Grants,
  hasAny,
  historyDays,
  historyStart,
  isOffered,
  isWider,
  leavesOf,
  maxApps,
  noGrants,
  offeredOf,
  setupHours,
  showsSetup,
  unchanged,
  writeAccessToken,
} from '#lib/domain/apps/allowance.ts'
import { answerAddress, codeMinutes } from '#lib/domain/apps/oauth.ts'
import { attentionOf, setupTokenOf } from '#lib/domain/apps/simplefin.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { type AccountRow, findAccounts, toIsoDate } from '#lib/services/accounts/view.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import { pageAt } from '#lib/services/mail/queue.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { deleteAppEndpoint } from '#lib/services/webhooks/app-endpoint.ts'
import { open, seal } from '#lib/vault.ts'
import type { AppAccountView, AppChosenView, AppPageView, AppReviewView, AppView } from '#lib/views/app.ts'
import { BankBadge } from '#lib/views/banking.ts'
import { listAgreements } from './agreements.ts'
import { mailAppChange } from './mails.ts'

/** Programs that a person lets read accounts: chosen, reviewed, agreed to, narrowed, ended. */

type AppEnd = NonNullable<AppView['endedBy']>
type Signed = { readonly authenticatedAt: Date }
const whole = { accounts: true, client: true } as const
type AppRow = Prisma.AppGetPayload<{ include: typeof whole }>

export type AppInput = {
  readonly kind: string
  readonly name: string
  readonly days: string
  readonly history: string
  /** Ids of accounts, by what may be read of them. */
  readonly accounts: Readonly<Record<keyof Grants, readonly string[]>>
}

/** Null: as it is. */
const Proposal = z.strictObject({
  days: z.int().nullable(),
  history: z.int().nullable(),
  accounts: z.array(z.tuple([z.string(), z.array(z.enum(appGrants))])),
})
type Proposal = z.infer<typeof Proposal>

/** Newest first. */
export async function listApps({ userId }: Person): Promise<AppView[]> {
  const where = { userId, agreedAt: { not: null } }
  const rows = await db().app.findMany({ where, orderBy: { id: 'desc' }, take: 100, include: whole })
  return rows.map(toView)
}

function toView(row: AppRow): AppView {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    state: appState(row, now()),
    endedBy: row.endedBy,
    accounts: row.accounts.length,
    until: row.expiresAt && lastDayOf(row.expiresAt),
    lastReadAt: row.lastReadAt?.toISOString() ?? null,
    suspended: suspensionOf(row.client),
  }
}

type Suspended = Pick<Prisma.AppClientGetPayload<object>, 'suspendedAt' | 'reasonFr' | 'reasonEn'>

export const suspensionOf = (client: Suspended | null): AppView['suspended'] =>
  client?.suspendedAt ? { fr: client.reasonFr ?? '', en: client.reasonEn ?? '' } : null

/** With every account that can be allowed or is. */
export async function listOffers(person: Person, allowed: AppChoice = new Map()): Promise<AppAccountView[]> {
  const rows = await findAccounts(person, {})
  const shown = new Set(byAccount(rows).flatMap(same => offeredOnce(same, allowed)))
  return rows
    .filter(row => shown.has(row))
    .map(row => toAccountView(row, allowed.get(row.id) ?? noGrants))
    .filter(view => hasAny(view.offered) || hasAny(view.allowed))
}

/** Of an account that several logins give, those that are allowed, or the one of which most can be. */
function offeredOnce(same: readonly AccountRow[], allowed: AppChoice): readonly AccountRow[] {
  const chosen = same.filter(({ id }) => allowed.has(id))
  if (chosen.length > 0) return chosen
  const worth = (row: AccountRow) => {
    const offered = offeredOf(consentedOf(row))
    return appGrants.filter(grant => offered[grant]).length * 2 + Number(row.connection.status === 'active')
  }
  return same.toSorted((one, other) => worth(other) - worth(one)).slice(0, 1)
}

function toAccountView(row: AccountRow, allowed: Grants): AppAccountView {
  return {
    id: row.id,
    name: row.name,
    bank: BankBadge.parse(toBankView(row.connection.bank)),
    maskedIban: row.iban === null ? null : maskIban(row.iban),
    isStale: attentionOf(row.connection.status) !== null,
    offered: offeredOf(consentedOf(row)),
    allowed,
  }
}

/** As `leavesOf` asks for it. */
export const consentedOf = (row: AccountRow) => ({ ...row, connectionStatus: row.connection.status })

const choiceOf = ({ accounts }: AppRow): AppChoice => new Map(accounts.map(row => [row.accountId, row]))

async function findApp(tx: Tx, { userId }: Person, appId: string): Promise<AppRow> {
  const where = { id: appId, userId }
  return requireFound(isUuid(appId) && (await tx.app.findFirst({ where, include: whole })))
}

const shownReadings = 100

/** With its last hundred readings. Refusals: `not_found`, also of one that was never agreed to. */
export async function readApp(person: Person, appId: string): Promise<AppPageView> {
  const row = await findApp(db(), person, appId)
  if (row.agreedAt === null) throw new Refused('not_found')
  const { userId } = person
  const [rows, webhook, readings] = await Promise.all([
    listOffers(person, choiceOf(row)),
    readHost(appId),
    db().appReading.findMany({
      where: { userId, appId },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: shownReadings,
    }),
  ])
  return {
    ...toView(row),
    historyFrom: toIsoDate(row.historyFrom),
    rows,
    agreements: await listAgreements(userId, appId, new Map(rows.map(({ id, name }) => [id, name]))),
    readings: readings.map(({ id, at, address, program, accounts, transactions, fromDay }) => {
      return { id, at: at.toISOString(), address, program, accounts, transactions, from: toIsoDate(fromDay) }
    }),
    setup: await shownSetup(row),
    webhook,
  }
}

async function readHost(appId: string): Promise<AppPageView['webhook']> {
  const last = { orderBy: { createdAt: 'desc' }, take: 1 } as const
  const row = await db().webhookEndpoint.findUnique({ where: { appId }, include: { deliveries: last } })
  const at = row?.deliveries[0]?.createdAt.toISOString() ?? null
  return row && { host: new URL(row.url).host, isOn: row.disabledAt === null, lastAt: at }
}

const setupColumn = (row: string) => ({ row, column: 'App.setupSealed' })

async function shownSetup(row: AppRow): Promise<AppPageView['setup']> {
  const { setupSealed, setupUntil, kind } = row
  if (!showsSetup(kind, appState(row, now())) || setupSealed === null || setupUntil === null) return null
  if (setupUntil <= now()) return null
  const secret = await open(setupSealed, setupColumn(row.id))
  return { token: shownAs(row, secret), until: setupUntil.toISOString() }
}

/** For SimpleFIN an address that is exchanged, for OAuth one that leads back to the app. */
function shownAs({ kind, request }: AppRow, secret: string): string {
  if (kind === 'token') return secret
  if (kind === 'simplefin') return setupTokenOf(pageAt(`/simplefin/claim/${secret}`))
  const { redirectUri = '', state = null } = Pending.safeParse(request).data ?? {}
  return redirectUri && answerAddress(redirectUri, { code: secret, state, iss: issuer() })
}

/** What an app asked for, until it has its tokens. */
export const Pending = z.object({ redirectUri: z.string(), state: z.string().nullable(), challenge: z.string() })

export const issuer = () => new URL(readEnv('APP_URL')).origin

/** Where the person goes who doesn’t agree; null: nobody asked. */
function deniedAddress({ request }: AppRow): string | null {
  const pending = Pending.safeParse(request).data
  return pending
    ? answerAddress(pending.redirectUri, { error: 'access_denied', state: pending.state, iss: issuer() })
    : null
}

const proposeLimit = { limit: 60, windowSeconds: 3_600 }

/**
 * Keeps a choice for its review; nothing is shared. Returns the app's id. Refusals: `not_found`; `invalid_input` (`name`, `days`,
 * `history`, `kind`, `accounts`: none, or beyond the banks' consent; `apps`: twenty are allowed); `too_many_tries`.
 */
export async function proposeApp(person: Person, appId: string | null, input: AppInput): Promise<string> {
  const name = cleanText(input.name, 60)
  if (name === '') throw new Refused('invalid_input', { field: 'name' })
  const app = appId === null ? null : await findApp(db(), person, appId)
  if (app !== null && app.endedAt !== null) throw new Refused('not_found')
  const proposal = await readProposal(person, app, input)
  const { userId } = person
  if (app === null) {
    await takeTry(`app.propose:${userId}`, proposeLimit)
    const running = { userId, endedAt: null, expiresAt: { gt: now() } }
    if ((await db().app.count({ where: running })) >= maxApps) throw new Refused('invalid_input', { field: 'apps' })
    const kind = appKinds.find(one => one === input.kind)
    if (kind === undefined) throw new Refused('invalid_input', { field: 'kind' })
    const client = kind === 'oauth' ? null : await db().appClient.findFirst({ where: { kind } })
    if (client?.suspendedAt) throw new Refused('invalid_input', { field: 'kind' })
    const data = { userId, kind, clientId: client?.id ?? null, name, proposal, createdAt: now() }
    return (await db().app.create({ data })).id
  }
  await db().app.updateMany({ where: { id: app.id, userId }, data: { proposal } })
  return app.id
}

async function readProposal(
  person: Person,
  app: AppRow | null,
  { days, history, accounts }: AppInput,
): Promise<Proposal> {
  const refuse = (field: string): never => {
    throw new Refused('invalid_input', { field })
  }
  const stays = (text: string, may: boolean) => text === unchanged && may
  const isRunning = app !== null && app.expiresAt !== null && app.expiresAt > now()
  const lasts = stays(days, isRunning) ? null : (appDays.find(one => String(one) === days) ?? refuse('days'))
  const reaches = stays(history, app !== null && app.agreedAt !== null)
    ? null
    : (historyDays.find(one => String(one) === history) ?? refuse('history'))
  const views = await listOffers(person, app ? choiceOf(app) : undefined)
  const offers = new Map(views.map(({ id, offered }) => [id, offered]))
  const ticked = tickedOf(accounts, offers)
  const chosen = [...new Set(appGrants.flatMap(grant => ticked[grant]))].map(accountId => {
    const offered = offers.get(accountId) ?? refuse('accounts')
    const grants = appGrants.filter(grant => ticked[grant].includes(accountId))
    // Nothing is told of an account without its balance.
    const wanted = appGrants.filter(grant => grant === 'balances' || grants.includes(grant))
    if (wanted.some(grant => !offered[grant])) refuse('accounts')
    return [accountId, wanted] satisfies [string, unknown]
  })
  return { days: lasts, history: reaches, accounts: chosen.length > 0 ? chosen : refuse('accounts') }
}

type Ticked = AppInput['accounts']

/** `everyAccount` is each of which so much can be read. */
function tickedOf(accounts: Ticked, offers: ReadonlyMap<string, Grants>): Ticked {
  const every = (grant: AppGrant) => [...offers].flatMap(([id, offered]) => (isOffered(offered, grant) ? [id] : []))
  const ticked = (grant: AppGrant) => accounts[grant].flatMap(id => (id === everyAccount ? every(grant) : [id]))
  return { balances: ticked('balances'), transactions: ticked('transactions'), owners: ticked('owners') }
}

const wantedIn = ({ accounts }: Proposal): AppChoice =>
  new Map(
    accounts.map(([accountId, grants]) => [
      accountId,
      { ...noGrants, ...Object.fromEntries(grants.map(grant => [grant, true])) },
    ]),
  )

/** What is being reviewed, for the form it was chosen in; null: nothing is. Refusals: `not_found`. */
export async function readChosen(person: Person, appId: string): Promise<AppChosenView | null> {
  const { name, kind, proposal } = await findApp(db(), person, appId)
  const chosen = Proposal.safeParse(proposal).data
  if (!chosen) return null
  const typed = { name, kind, days: String(chosen.days ?? unchanged), history: String(chosen.history ?? unchanged) }
  return { typed, rows: await listOffers(person, wantedIn(chosen)) }
}

type Reviewed = {
  readonly app: AppRow
  readonly diff: AppDiff
  readonly after: AppChoice
  readonly historyFrom: IsoDate | null
  readonly until: IsoDate
  readonly hash: string
}

/** What is being reviewed, as of today. Refusals: `not_found` without a choice. */
async function review(tx: Tx, person: Person, appId: string): Promise<Reviewed> {
  const app = await findApp(tx, person, appId)
  const proposal = Proposal.safeParse(app.proposal).data
  if (!proposal || app.endedAt !== null) throw new Refused('not_found')
  const today = parisDay(now())
  const after = wantedIn(proposal)
  const historyFrom = proposal.history === null ? toIsoDate(app.historyFrom) : historyStart(proposal.history, today)
  const until = proposal.days === null && app.expiresAt ? lastDayOf(app.expiresAt) : addDays(today, proposal.days ?? 0)
  const before = choiceOf(app)
  const hash = hashOf(JSON.stringify([[...before], proposal, today]))
  return { app, diff: diffGrants(before, after), after, historyFrom, until, hash }
}

/** Refusals: `not_found`. */
export async function readReview(person: Person, appId: string): Promise<AppReviewView> {
  const [{ app, diff, after, historyFrom, until, hash }, rows] = await Promise.all([
    review(db(), person, appId),
    findAccounts(person, {}),
  ])
  const accounts = new Map(rows.map(row => [row.id, row]))
  const named = (changes: AppDiff['added']) =>
    changes.map(({ accountId, grants }) => {
      const row = accounts.get(accountId)
      return { accountId, name: row?.name ?? '', bankName: row?.connection.bank.name ?? '', grants }
    })
  return {
    id: appId,
    name: app.name,
    isFirst: app.agreedAt === null,
    denied: deniedAddress(app),
    added: named(diff.added),
    removed: named(diff.removed),
    accounts: after.size,
    historyFrom,
    until,
    hash,
  }
}

/**
 * Applies what was reviewed, from the next request of the app; a new one gets its setup token. Refusals: `not_found`;
 * `consent_changed_meanwhile` (not what was shown); `reauthentication_required` for more than before (C24).
 */
export async function agreeToApp(person: Person, appId: string, hash: string, signed: Signed): Promise<void> {
  const { userId } = person
  await db().$transaction(async tx => {
    const { id } = await findApp(tx, person, appId)
    await tx.$queryRaw`SELECT 1 FROM "App" WHERE "id" = ${id}::uuid AND "userId" = ${userId}::uuid FOR UPDATE`
    const reviewed = await review(tx, person, appId)
    const { app, diff, after, historyFrom, until } = reviewed
    if (reviewed.hash !== hash) throw new Refused('consent_changed_meanwhile')
    await requireCovered(person, after)
    const expiresAt = parisInstant(addDays(until, 1), 0)
    const before = app.expiresAt && { historyFrom: toIsoDate(app.historyFrom), expiresAt: app.expiresAt }
    if (isWider(diff, before, { historyFrom, expiresAt })) requireFreshPassword(signed)
    await tx.appAccount.deleteMany({ where: { appId, userId } })
    const grants = [...after].map(([accountId, { balances, transactions, owners }]) => {
      return { appId, userId, accountId, balances, transactions, owners }
    })
    await tx.appAccount.createMany({ data: grants })
    const said = expiresAt.getTime() === before?.expiresAt.getTime() ? {} : { endSaidAt: null }
    const bounds = { expiresAt, ...said, historyFrom: historyFrom === null ? null : new Date(historyFrom) }
    const first = app.agreedAt === null ? { agreedAt: now(), ...(await newSetup(app)) } : {}
    await tx.app.updateMany({ where: { id: appId, userId }, data: { proposal: Prisma.DbNull, ...bounds, ...first } })
    const choice = diffGrants(new Map(), after).added.map(({ accountId, grants }) => [accountId, [...grants]])
    const detail = { appId, until, historyFrom, choice }
    await record(tx, userId, app.agreedAt === null ? 'app.allowed' : 'app.changed', detail)
    if (app.agreedAt === null) await mailAppChange(tx, userId, { template: 'app_allowed', appId, name: app.name })
  })
}

/** The banks' consents may have been narrowed since the choice. */
async function requireCovered(person: Person, after: AppChoice): Promise<void> {
  const rows = new Map((await findAccounts(person, {})).map(row => [row.id, row]))
  for (const [accountId, grants] of after) {
    const row = rows.get(accountId)
    const leaves = row ? leavesOf(grants, consentedOf(row)) : noGrants
    if (appGrants.some(grant => grants[grant] && !leaves[grant])) throw new Refused('consent_changed_meanwhile')
  }
}

/** A secret that is shown: SimpleFIN's setup token, the data API's access token, which works at once, or an authorization code. */
async function newSetup({ id, kind }: Pick<AppRow, 'id' | 'kind'>) {
  const secret = kind === 'token' ? writeAccessToken(newSecret()) : newSecret()
  return {
    setupSealed: await seal(secret, setupColumn(id)),
    setupUntil: new Date(now().getTime() + (kind === 'oauth' ? codeMinutes * 60_000 : setupHours * 3_600_000)),
    ...(kind === 'token' ? { accessHash: hashOf(secret), claimedAt: now() } : { setupHash: hashOf(secret) }),
  }
}

/** Of two that present a secret at once the second has to see the first. */
export async function lockBySetup(tx: Tx, setupHash: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "App" WHERE "setupHash" = ${setupHash} FOR UPDATE`
}

/** In place of the one before: a setup token that was not used, or an access token. Refusals: `not_found`; `reauthentication_required`. */
export async function renewSetup(person: Person, appId: string, signed: Signed): Promise<void> {
  const app = await findApp(db(), person, appId)
  if (app.kind === 'oauth' || !showsSetup(app.kind, appState(app, now()))) throw new Refused('not_found')
  requireFreshPassword(signed)
  const where = { id: appId, userId: person.userId, claimedAt: app.claimedAt, endedAt: null }
  await db().app.updateMany({ where, data: await newSetup(app) })
}

/** At once, and for good. Idempotent. Refusals: `not_found`. */
export async function endApp(person: Person, appId: string): Promise<void> {
  await db().$transaction(async tx => {
    await findApp(tx, person, appId)
    await end(tx, { id: appId, userId: person.userId }, 'by_person')
  })
}

type Ended = { readonly id: string; readonly userId: string }

/** False if it had ended. */
export async function end(tx: Tx, { id, userId }: Ended, endedBy: AppEnd): Promise<boolean> {
  const data = {
    endedAt: now(),
    endedBy,
    secretHash: null,
    accessHash: null,
    refreshHash: null,
    previousHash: null,
    setupSealed: null,
    proposal: Prisma.DbNull,
  }
  const { count } = await tx.app.updateMany({ where: { id, userId, endedAt: null }, data })
  if (count === 0) return false
  await deleteAppEndpoint({ id }, tx)
  await record(tx, userId, 'app.ended', { appId: id, by: endedBy })
  return true
}

export function record(tx: Tx, userId: string, action: string, detail: Prisma.InputJsonObject): Promise<void> {
  return appendAudit({ userId, stream: `user:${userId}`, action, detail }, tx)
}

/** Of an end at midnight in Paris. */
const lastDayOf = (expiresAt: Date): IsoDate => isoDay(new Date(expiresAt.getTime() - 43_200_000))
