import { listAccounts } from '@guichet/stet/accounts.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { type ConsentChoice, presetChoice } from '@guichet/stet/terms/consent-choice.ts'
import { databaseAway, isDatabaseAway } from '#lib/base/database-away.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { type CallbackOutcome, receiveCallback, type Visitor } from '#lib/services/connections/link.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { withToken } from '#lib/services/grants/tokens.ts'
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
