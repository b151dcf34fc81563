import { randomBytes } from 'node:crypto'
import type { Bank } from '@guichet/stet/bank.ts'
import type { CallContext } from '@guichet/stet/call.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { requestClientToken } from '@guichet/stet/oauth.ts'
import { type PispToken, pispToken } from '@guichet/stet/token.ts'
import { now } from '#lib/clock.ts'
import { revokeIssued } from '#lib/services/grants/revocations.ts'
import { open, seal } from '#lib/vault.ts'

/** Our token per bank; an attempt's secrets, sealed (C11). */

export type SealedColumn = 'reportSealed' | 'consentSealed' | 'codeSealed' | 'confirmSealed'

export function sealForAttempt(attemptId: string, column: SealedColumn, text: string): Promise<string> {
  return seal(text, { row: attemptId, column: `PaymentAttempt.${column}` })
}

export function openOfAttempt(attemptId: string, column: SealedColumn, sealed: string): Promise<string> {
  return open(sealed, { row: attemptId, column: `PaymentAttempt.${column}` })
}

export const consentColumn = (cancellationId: string) => ({
  row: cancellationId,
  column: 'PaymentCancellation.consentSealed',
})

/** 128 random bits (bank:D45). */
export function newUnguessableId(): string {
  return randomBytes(16).toString('base64url')
}

/** bank:D30: 32 characters. */
export function newPaymentId(): string {
  return randomBytes(16).toString('hex').toUpperCase()
}

/** 14 digits: typed by hand, practically unique. */
export function newReferenceBody(): string {
  return String(randomBytes(6).readUIntBE(0, 6) % 100_000_000_000_000).padStart(14, '0')
}

/** Text: Next loads modules more than once, each with its own class. */
type Held = { readonly text: string; readonly goodUntil: number }
const shared = globalThis as typeof globalThis & { guichetPispTokens?: Map<string, Promise<Held>> }

/** Before a token's end. */
const aheadMs = 60_000

/** Once per process and lifetime, shared. Throws `BankError`; failures are not cached. */
export async function pispTokenOf(bank: Bank, context: CallContext): Promise<PispToken> {
  shared.guichetPispTokens ??= new Map()
  const tokens = shared.guichetPispTokens
  const key = `${bank.code} ${bank.clientId}`
  const known = tokens.get(key)
  const cached = await known?.catch(() => null)
  if (cached && cached.goodUntil > now().getTime()) return pispToken(bank.code, cached.text)
  // Another caller may have asked meanwhile.
  const current = tokens.get(key)
  const fetching = current !== undefined && current !== known ? current : fetchToken(bank, context)
  tokens.set(key, fetching)
  fetching.catch(() => tokens.get(key) === fetching && tokens.delete(key))
  return pispToken(bank.code, (await fetching).text)
}

async function fetchToken(bank: Bank, context: CallContext): Promise<Held> {
  const { accessToken, expiresAt } = await requestClientToken(bank, 'pisp', context).catch(async error => {
    await revokeIssued(error, { userId: null, connectionId: null, bankCode: bank.code })
    throw error
  })
  return { text: accessToken.reveal(), goodUntil: expiresAt.getTime() - aheadMs }
}

/** Once more with a new token if the bank refuses ours, which it may have ended early. Throws what `act` throws. */
export async function withPispToken<T>(
  bank: Bank,
  context: CallContext,
  act: (token: PispToken) => Promise<T>,
): Promise<T> {
  try {
    return await act(await pispTokenOf(bank, context))
  } catch (error) {
    if (!(error instanceof BankError && (error.status === 401 || error.status === 403))) throw error
    shared.guichetPispTokens?.delete(`${bank.code} ${bank.clientId}`)
    return act(await pispTokenOf(bank, context))
  }
}
