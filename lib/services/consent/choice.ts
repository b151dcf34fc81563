import {
  type AccountChoice,
  type ConsentChoice,
  canonicalChoice,
  diffChoices,
  findChoiceFault,
  type InterfaceVersion,
  isEmptyChoice,
  kindsOfVersion,
  normaliseChoice,
  nothing,
  type Offer,
  restrictChoice,
} from '@guichet/stet/terms/consent-choice.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { OwnConnection, Person } from '#lib/domain/who.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import type { ConsentChoiceInput, ConsentDiffView, ConsentMatrixView, SendConsentInput } from '#lib/views/consent.ts'
import { countRowsToDelete } from './effect.ts'
import { consentInForce } from './read.ts'
import { continueSending, startSending, storeNext } from './sending.ts'

/** Only what was shown is sent: the confirmation has its hash (C21). */

type Matrix = Awaited<ReturnType<typeof loadMatrix>>

/** One row per IBAN in the bank's order. Refusals: `not_found`, `connection_gone`. */
export async function readMatrix({ userId }: Person, connectionId: string): Promise<ConsentMatrixView> {
  const matrix = await loadMatrix(db(), userId, connectionId)
  return {
    connectionId,
    bank: toBankView(matrix.connection.bank),
    rows: toRows(matrix),
    kinds: [...kindsOfVersion[matrix.interfaceVersion]],
    mayNameMore: matrix.interfaceVersion === '1.4.2',
    gone: matrix.gone.map(({ id, name, iban, goneAt }) => {
      return { accountId: id, name, maskedIban: maskIban(iban ?? ''), since: goneAt?.toISOString() ?? null }
    }),
    psuIdentity: matrix.choice?.psuIdentity ?? false,
    version: matrix.version,
    expiresAt: matrix.connection.expiresAt?.toISOString() ?? null,
  }
}

/**
 * What would change and be deleted; sends nothing. Refusals: `not_found`, `connection_gone`, `invalid_input` with a
 * row's path. v1.4.2 allows unlisted IBANs (§ AIS Consent).
 */
export async function compareConsent(
  { userId }: Person,
  connectionId: string,
  choice: ConsentChoiceInput,
): Promise<ConsentDiffView> {
  const matrix = await loadMatrix(db(), userId, connectionId)
  const fault = findChoiceFault(choice, offerOf(ibansOf(matrix), matrix.interfaceVersion))
  if (fault !== null) throw new Refused('invalid_input', { field: fault })
  const wanted = normaliseChoice(choice)
  const { added, removed, kept, identity } = diffChoices(matrix.choice, wanted)
  const accounts = accountsByIban(matrix)
  const named = (changes: typeof added) =>
    changes.map(({ iban, kinds }) => ({ iban, name: accounts.get(iban)?.[0]?.name ?? '', kinds: [...kinds] }))
  return {
    hash: hashOfChoice(wanted),
    added: named(added),
    removed: named(removed),
    kept,
    identity,
    empty: isEmptyChoice(wanted),
    purges: await countRowsToDelete(db(), { userId, connectionId }, wanted),
  }
}

/**
 * Replaces the consent as a whole (rule 11), and applies it here once accepted. Refusals:
 * `consent_changed_meanwhile` (version or hash not as shown), `busy`, `bank_refused`, `bank_unavailable` (sent again
 * later), and those of an ended connection.
 */
export async function sendConsent(
  { userId }: Person,
  connectionId: string,
  input: SendConsentInput,
  presence: Presence,
): Promise<{ version: number }> {
  const fault = findChoiceFault(input.choice, await readOffer(userId, connectionId))
  if (fault !== null) throw new Refused('invalid_input', { field: `choice.${fault}` })
  const choice = normaliseChoice(input.choice)
  const choiceHash = hashOfChoice(choice)
  if (input.hash !== choiceHash) throw new Refused('consent_changed_meanwhile', { field: 'hash' })
  const shown = { choice, choiceHash, version: input.version }
  const last = await db().consent.findFirst({ where: { userId, connectionId }, orderBy: { version: 'desc' } })
  const isSame = last?.status === 'accepted' && last.choiceHash === choiceHash && last.version === input.version + 1
  if (isSame) return { version: last.version }
  const sending = await startSending({ userId, connectionId }, shown)
  await continueSending(sending, presence)
  return { version: sending.version }
}

/**
 * The bank lost it with a new grant: that in force as a new version, unless one waits for its answer already. `finishConsent` sends
 * it, at once or as a task.
 */
export async function storeConsentAgain(tx: Tx, owner: OwnConnection): Promise<void> {
  const waiting = await tx.consent.count({ where: { ...owner, status: { in: ['pending', 'sent'] } } })
  if (waiting > 0) return
  const { choice: inForce, version, interfaceVersion } = await loadMatrix(tx, owner.userId, owner.connectionId)
  if (inForce === null) return
  // The bank's version may have fewer lists now.
  const choice = restrictChoice(inForce, kindsOfVersion[interfaceVersion])
  await storeNext(tx, owner, { choice, choiceHash: hashOfChoice(choice), version }, interfaceVersion)
}

/** Of the canonical text (C21). */
export function hashOfChoice(choice: ConsentChoice): string {
  return hashOf(canonicalChoice(choice))
}

/** The connection is checked where its row is locked. */
async function readOffer(userId: string, connectionId: string): Promise<Offer> {
  if (!isUuid(connectionId)) throw new Refused('not_found')
  const where = { userId, connectionId, kind: 'account' as const, gone: false }
  const bankVersion = { bank: { select: { aisVersion: true } } }
  const [connection, rows] = await Promise.all([
    db().connection.findFirst({ where: { id: connectionId, userId }, select: bankVersion }),
    db().account.findMany({ where, select: { iban: true } }),
  ])
  if (!connection) throw new Refused('not_found')
  const ibans = rows.flatMap(({ iban }) => (iban === null ? [] : [iban]))
  return offerOf(ibans, versionOf(connection.bank))
}

function offerOf(ibans: readonly string[], interfaceVersion: InterfaceVersion): Offer {
  const kinds = kindsOfVersion[interfaceVersion]
  return { ibans: new Set(ibans), kinds, mayNameMore: interfaceVersion === '1.4.2' }
}

/** Unknown: like the newest. */
function versionOf({ aisVersion }: { readonly aisVersion: string }): InterfaceVersion {
  return aisVersion === '1.4.2' ? '1.4.2' : '1.6.2'
}

async function loadMatrix(tx: Tx, userId: string, connectionId: string) {
  if (!isUuid(connectionId)) throw new Refused('not_found')
  const connection = await tx.connection.findFirst({
    where: { id: connectionId, userId },
    include: {
      bank: true,
      accounts: { where: { userId }, orderBy: [{ ordinal: 'asc' }, { id: 'asc' }] },
      consents: { where: { userId }, orderBy: { version: 'desc' }, take: 1, select: { version: true } },
    },
  })
  if (!connection) throw new Refused('not_found')
  if (connection.status === 'disconnected') throw new Refused('connection_gone')
  const inForce = await consentInForce(tx, { userId, connectionId })
  const accounts = connection.accounts.filter(({ gone }) => !gone)
  return {
    connection,
    accounts,
    gone: connection.accounts.filter(({ gone, kind }) => gone && kind === 'account'),
    choice: inForce?.choice ?? null,
    decidedAt: inForce?.decidedAt ?? null,
    version: connection.consents[0]?.version ?? 0,
    interfaceVersion: versionOf(connection.bank),
  }
}

function paymentAccounts({ accounts }: Matrix) {
  return accounts.filter(({ kind }) => kind === 'account')
}

/** Listed, then named by the person. */
function rowIbans(matrix: Matrix): string[] {
  const listed = ibansOf(matrix)
  const gone = new Set(matrix.gone.map(({ iban }) => iban))
  const named = matrix.choice?.accounts.map(({ iban }) => iban) ?? []
  return [...new Set([...listed, ...named.filter(iban => !gone.has(iban))])]
}

function ibansOf(matrix: Matrix): string[] {
  return [...new Set(paymentAccounts(matrix).flatMap(({ iban }) => (iban === null ? [] : [iban])))]
}

function accountsByIban(matrix: Matrix) {
  return Map.groupBy(paymentAccounts(matrix), ({ iban }) => iban)
}

function toRows(matrix: Matrix): ConsentMatrixView['rows'] {
  const byIban = accountsByIban(matrix)
  const cards = Map.groupBy(
    matrix.accounts.filter(({ kind }) => kind === 'card'),
    ({ linkedResourceId }) => linkedResourceId,
  )
  const choices = new Map(matrix.choice?.accounts.map(choice => [choice.iban, choice]))
  return rowIbans(matrix).map(iban => {
    const accounts = byIban.get(iban) ?? []
    const choice = choices.get(iban) ?? null
    const [first] = accounts
    return {
      iban,
      name: first?.name ?? '',
      product: first?.product ?? null,
      currencies: [...new Set(accounts.map(({ currency }) => currency))],
      cards: accounts.flatMap(({ resourceId }) => cards.get(resourceId) ?? []).map(({ name }) => ({ name })),
      usage: first?.usage ?? null,
      psuStatus: first?.psuStatus ?? null,
      isNew: choice === null && isNew(matrix, accounts),
      listed: first !== undefined,
      current: withoutIban(choice),
    }
  })
}

/** Since the last choice. */
function isNew({ decidedAt }: Matrix, accounts: readonly { createdAt: Date }[]): boolean {
  return decidedAt !== null && accounts.length > 0 && accounts.every(({ createdAt }) => createdAt > decidedAt)
}

function withoutIban(choice: AccountChoice | null) {
  const { balances, transactions, owners, overdrafts } = choice ?? nothing
  return { balances, transactions, owners, overdrafts }
}
