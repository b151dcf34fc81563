import type { Bank } from './bank.ts'
import type { CallContext } from './send.ts'
import type { AispToken, PispToken, RefreshToken, RegistrationToken } from './token.ts'

/** What the bank issued for a person. */
export type TokenSet = {
  readonly accessToken: AispToken
  readonly refreshToken: RefreshToken
  readonly expiresAt: Date
}

/** Access token of our own, without a person. */
export type ClientToken<T> = { readonly accessToken: T; readonly expiresAt: Date }

export type AuthorizeRequest = {
  readonly redirectUri: string
  readonly scope: 'aisp'
  readonly state: string
  readonly codeChallenge?: string
}

export declare function authorizeUrl(bank: Bank, request: AuthorizeRequest): URL
export declare function exchangeCode(
  bank: Bank,
  request: { readonly code: string; readonly redirectUri: string; readonly codeVerifier?: string },
  context: CallContext,
): Promise<TokenSet>
export declare function refreshTokens(bank: Bank, token: RefreshToken, context: CallContext): Promise<TokenSet>
export declare function requestClientToken(bank: Bank, scope: 'pisp', context: CallContext): Promise<ClientToken<PispToken>>
export declare function requestRegistrationToken(
  bank: Bank,
  context: CallContext,
  clientId?: string,
): Promise<ClientToken<RegistrationToken>>
export declare function revokeToken(bank: Bank, token: RefreshToken | AispToken, context: CallContext): Promise<void>
export declare function createCodeVerifier(): string
export declare function codeChallengeOf(verifier: string): string
