import { presence } from '#e2e/services/house.ts'
import { type ConsentChoice, presetChoice } from '#lib/domain/consent.ts'
import { Refused } from '#lib/domain/refused.ts'
import { type CallbackOutcome, receiveCallback, type Visitor } from '#lib/services/connections/link.ts'
import { withToken } from '#lib/services/connections/tokens.ts'
import { compareConsent, readMatrix, sendConsent } from '#lib/services/consent/consent.ts'
import { databaseAway, isDatabaseAway } from '#lib/services/database-away.ts'
import { listAccounts } from '#lib/stet/accounts.ts'
import { BankError } from '#lib/stet/errors.ts'

/** What people do at a web process, in one word each, so that it can be asked of a process over its channel. */

export type Scope = { readonly userId: string; readonly connectionId: string }

/** So many pages at once need the list of accounts; answers how many accounts each saw, or the code it was refused with. */
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

/** The browser comes back from the bank to this process. */
export function comeBackTo(bankCode: string, query: string, visitor: Visitor | null): Promise<CallbackOutcome> {
  return receiveCallback({ bankCode, query: new URLSearchParams(query), visitor, presence })
}

/** Compares and confirms a choice as the page does; everything when none is given. Answers the version, or the refusal. */
export async function agreeTo({ userId, connectionId }: Scope, choice?: ConsentChoice): Promise<number | string> {
  try {
    const matrix = await readMatrix(userId, connectionId)
    const ibans = matrix.rows.map(({ iban }) => iban)
    const { accounts, psuIdentity } = choice ?? presetChoice('all', ibans)
    const input = { accounts: accounts.map(account => ({ ...account })), psuIdentity }
    const { hash } = await compareConsent(userId, connectionId, input)
    const { version } = await sendConsent(
      userId,
      connectionId,
      { choice: input, hash, version: matrix.version },
      presence,
    )
    return version
  } catch (error) {
    return codeOf(error)
  }
}

/** What a route would answer (app/problem.ts), or what went wrong with the bank. */
function codeOf(error: unknown): string {
  if (error instanceof Refused) return error.code
  if (isDatabaseAway(error)) return databaseAway().code
  if (error instanceof BankError) return `bank ${error.status} ${error.rawCode ?? error.message}`
  return String(error)
}
