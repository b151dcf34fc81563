import { brand } from '@guichet/values/brand.ts'

/**
 * Typed tokens: a wrong scope makes the bank revoke both tokens of the pair (document 1; bank:D59), so another kind
 * neither compiles nor runs (C10). A token is valid at one bank code only (C18).
 */
export type TokenKind = 'aisp' | 'pisp' | 'confirmation' | 'manageRegistration' | 'refresh'

/** The value is in a private field: no logger, JSON or template reveals it. */
export class Token<Kind extends TokenKind> {
  static {
    brand(Token, 'Token')
  }

  readonly kind: Kind
  readonly bankCode: string
  readonly #value: string

  constructor(kind: Kind, bankCode: string, value: string) {
    this.kind = kind
    this.bankCode = bankCode
    this.#value = value
  }

  /** To seal, store or send it. */
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
/** Confirms only the payment whose callback brought the code (document 2, note 2). */
export type ConfirmationToken = Token<'confirmation'>
export type RegistrationToken = Token<'manageRegistration'>
export type RefreshToken = Token<'refresh'>

export function aispToken(bankCode: string, value: string): AispToken {
  return new Token('aisp', bankCode, value)
}

export function pispToken(bankCode: string, value: string): PispToken {
  return new Token('pisp', bankCode, value)
}

export function confirmationToken(bankCode: string, value: string): ConfirmationToken {
  return new Token('confirmation', bankCode, value)
}

export function registrationToken(bankCode: string, value: string): RegistrationToken {
  return new Token('manageRegistration', bankCode, value)
}

export function refreshToken(bankCode: string, value: string): RefreshToken {
  return new Token('refresh', bankCode, value)
}
