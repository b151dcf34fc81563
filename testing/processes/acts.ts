import { listAccounts } from '@guichet/stet/accounts.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { type ConsentChoice, presetChoice } from '@guichet/stet/terms/consent-choice.ts'
import { openBank } from '#lib/banks.ts'
import { databaseAway, isDatabaseAway } from '#lib/base/database-away.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type CallbackOutcome, receiveCallback, type Visitor } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { withToken } from '#lib/services/grants/tokens.ts'
import { refreshConnection } from '#lib/services/refresh/connection.ts'
import { presence } from '#testing/stack/start.ts'

/** What people do at a web process, as functions that can be called in another process. */

export type Scope = { readonly userId: string; readonly connectionId: string }

/** Reads the list of accounts for several pages in parallel; returns the number of accounts each saw, or its refusal code. */
export function readLists(scope: Scope, times: number): Promise<(number | string)[]> {
  return Promise.all(Array.from({ length: times }, () => readList(scope)))
}

/** One of them. */
export async function readList(scope: Scope): Promise<number | string> {
  try {
    const list = await withToken({ ...scope, presence }, (bank, token) => listAccounts(bank, token, { presence }))
    return list.accounts.length
  } catch (error) {
    return codeOf(error)
  }
}

export type Rolled = {
  /** Counts of results of a list or a whole reading: `done`, or the refusal code. */
  readonly ended: Readonly<Record<string, number>>
  /** Seals that this process signed with, in order. */
  readonly seals: readonly string[]
}

/**
 * Calls the bank continuously, in several independent loops, until this process signs with that certificate and each loop has
 * done so a few times.
 */
export async function callUntilSealed(scope: Scope, bankCode: string, fingerprint: string): Promise<Rolled> {
  const ended: Record<string, number> = {}
  const seals: string[] = []
  const keepCalling = async (call: () => Promise<string>) => {
    for (let after = 0; after < 5; ) {
      const seal = (await openBank(bankCode))?.credentials.seal.keyId ?? ''
      if (!seals.includes(seal)) seals.push(seal)
      const end = await call()
      ended[end] = (ended[end] ?? 0) + 1
      if (seal.includes(fingerprint)) after++
    }
  }
  const list = async () => {
    const seen = await readList(scope)
    return typeof seen === 'number' ? 'done' : seen
  }
  await Promise.all([() => readEverything(scope), list, list, list].map(keepCalling))
  return { ended, seals }
}

/** Like a person who presses the button. */
async function readEverything({ userId, connectionId }: Scope): Promise<string> {
  try {
    const { accounts } = await refreshConnection({ userId }, connectionId, presence)
    return accounts.find(({ error }) => error !== null)?.error ?? 'done'
  } catch (error) {
    return codeOf(error)
  }
}

/** The browser returns from the bank to this process. */
export function comeBackTo(bankCode: string, query: string, visitor: Visitor | null): Promise<CallbackOutcome> {
  return receiveCallback({ bankCode, query: new URLSearchParams(query), visitor, presence })
}

/** Compares and confirms a choice like the page; by default everything. Returns the version, or the refusal. */
export async function agreeTo({ userId, connectionId }: Scope, choice?: ConsentChoice): Promise<number | string> {
  try {
    const matrix = await readMatrix({ userId }, connectionId)
    const ibans = matrix.rows.map(({ iban }) => iban)
    const { accounts, psuIdentity } = choice ?? presetChoice('all', ibans)
    const input = { accounts: accounts.map(account => ({ ...account })), psuIdentity }
    const { hash } = await compareConsent({ userId }, connectionId, input)
    const { version } = await sendConsent(
      { userId },
      connectionId,
      { choice: input, hash, version: matrix.version },
      presence,
    )
    return version
  } catch (error) {
    return codeOf(error)
  }
}

/** The code a route would return (app/problem.ts), or the bank's error. */
function codeOf(error: unknown): string {
  if (error instanceof Refused) return error.code
  if (isDatabaseAway(error)) return databaseAway().code
  if (error instanceof BankError) return `bank ${error.status} ${error.rawCode ?? error.message}`
  return String(error)
}
