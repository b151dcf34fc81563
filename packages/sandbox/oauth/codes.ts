import type { Sandbox } from '#sandbox/running-bank.ts'
import { saveCode } from '#sandbox/store/codes.ts'
import { hashToken, newToken, type Scope } from '#sandbox/store/tokens.ts'

/** A code is valid for 60 seconds (bank:D7). */
export const codeSeconds = 60

export type CodeOrder = {
  readonly bankCode: string
  readonly clientId: string
  readonly personId: string
  /** As in the authorize request: the exchange must repeat it exactly. */
  readonly redirectUri: string
  readonly scope: Scope
  /** PKCE S256 challenge; null if the authorize request had none. */
  readonly codeChallenge: string | null
  readonly scaAt: Date
}

/** Issues the one-time code for the callback; only its hash is stored. */
export function issueCode(sandbox: Sandbox, order: CodeOrder): string {
  const code = newToken()
  saveCode(sandbox.db, { ...order, hash: hashToken(code), issuedAt: sandbox.clock.now(), usedAt: null })
  return code
}
