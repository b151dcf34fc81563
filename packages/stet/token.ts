import { brandOf, carriesBrand } from '@guichet/values/brand.ts'

/**
 * Typed tokens. A wrong scope is not just a 403: the bank revokes both tokens of the pair (document 1, token table;
 * bank:D59). So each call names the kind of token it takes; another kind does not compile, and is refused at run time too
 * (C10). A token also knows its bank, because it is only valid for the bank code that issued it (document 1, rule 2;
 * C18).
 */
export type TokenKind = 'aisp' | 'pisp' | 'confirmation' | 'manageRegistration' | 'refresh'

const tokenBrand = brandOf('Token')

/** An opaque token. Its value is in a private field, so no logger, JSON or template reveals it. */
export class Token<Kind extends TokenKind> {
  readonly [tokenBrand] = true

  /** True also for instances of another copy of this module. */
  static [Symbol.hasInstance](value: unknown): value is Token<TokenKind> {
    return carriesBrand(value, tokenBrand)
  }

  readonly kind: Kind
  readonly bankCode: string
  readonly #value: string

  constructor(kind: Kind, bankCode: string, value: string) {
    this.kind = kind
    this.bankCode = bankCode
    this.#value = value
  }

  /** The value, to seal and store it, or to send it. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return `[${this.kind} token]`
  }

  toJSON(): string {
    return this.toString()
  }
}

export type AispToken = Token<'aisp'>
export type PispToken = Token<'pisp'>
/** Confirms only the payment whose callback brought the exchanged code (document 2, note 2). */
export type ConfirmationToken = Token<'confirmation'>
export type RegistrationToken = Token<'manageRegistration'>
/** Refreshes an AISP access token. */
export type RefreshToken = Token<'refresh'>

/** Restores a stored account-information access token, for the bank that issued it. */
export function aispToken(bankCode: string, value: string): AispToken {
  return new Token('aisp', bankCode, value)
}

/** Rebuilds a payment-initiation token. */
export function pispToken(bankCode: string, value: string): PispToken {
  return new Token('pisp', bankCode, value)
}

/** Restores a stored token that confirms a payment. */
export function confirmationToken(bankCode: string, value: string): ConfirmationToken {
  return new Token('confirmation', bankCode, value)
}

/** Restores a registration token (document 3). */
export function registrationToken(bankCode: string, value: string): RegistrationToken {
  return new Token('manageRegistration', bankCode, value)
}

/** Rebuilds a stored refresh token. */
export function refreshToken(bankCode: string, value: string): RefreshToken {
  return new Token('refresh', bankCode, value)
}
