import { randomBytes } from 'node:crypto'
import type { Bank } from '@guichet/stet/bank.ts'
import type { CallContext } from '@guichet/stet/call.ts'
import { requestClientToken } from '@guichet/stet/oauth.ts'
import { type PispToken, pispToken } from '@guichet/stet/token.ts'
import { now } from '#lib/clock.ts'
import { revokeIssued } from '#lib/services/grants/revocations.ts'
import { open, seal } from '#lib/vault.ts'

/** The secrets of payments: our own token per bank, and an attempt's secrets, sealed to their row and column (C11). */

export type SealedColumn = 'reportSealed' | 'consentSealed' | 'codeSealed' | 'confirmSealed'

/** Seals a secret for a column of one attempt. */
export function sealForAttempt(attemptId: string, column: SealedColumn, text: string): Promise<string> {
  return seal(text, { row: attemptId, column: `PaymentAttempt.${column}` })
}

/** Opens a sealed column of an attempt. */
export function openOfAttempt(attemptId: string, column: SealedColumn, sealed: string): Promise<string> {
  return open(sealed, { row: attemptId, column: `PaymentAttempt.${column}` })
}

/** Row and column that the consent link of a cancellation is sealed to. */
export const consentColumn = (cancellationId: string) => ({
  row: cancellationId,
  column: 'PaymentCancellation.consentSealed',
})

/** 22 characters of base64url, 128 random bits (bank:D45). */
export function newUnguessableId(): string {
  return randomBytes(16).toString('base64url')
}

/** 32 characters of bank:D30, unique: payment, instruction and end-to-end ids. */
export function newPaymentId(): string {
  return randomBytes(16).toString('hex').toUpperCase()
}

/** 14 digits: short enough to type by hand, and enough that one owner practically never gets the same twice. */
export function newReferenceBody(): string {
  return String(randomBytes(6).readUIntBE(0, 6) % 100_000_000_000_000).padStart(14, '0')
}

/** Text instead of a `Token`: Next loads a module more than once per process, and each copy has its own class. */
type Held = { readonly text: string; readonly goodUntil: number }
const shared = globalThis as typeof globalThis & { guichetPispTokens?: Map<string, Promise<Held>> }

/** Safety margin before the end of a token's life (docs/faults.md, What may be repeated). */
const aheadMs = 60_000

/**
 * Our own token for payments at a bank (client credentials), fetched once per process and lifetime. Parallel callers share one
 * request. Throws `BankError`; a failure is not cached.
 */
export async function pispTokenOf(bank: Bank, context: CallContext): Promise<PispToken> {
  shared.guichetPispTokens ??= new Map()
  const tokens = shared.guichetPispTokens
  const key = `${bank.code} ${bank.clientId}`
  const known = tokens.get(key)
  const cached = await known?.catch(() => null)
  if (cached && cached.goodUntil > now().getTime()) return pispToken(bank.code, cached.text)
  // A caller waiting with us may have started another request meanwhile; share that one.
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

/** Forgets the token of a bank that no longer accepts it. */
export function forgetPispToken(bank: Bank): void {
  shared.guichetPispTokens?.delete(`${bank.code} ${bank.clientId}`)
}
