/** What a person allows to be read at a bank: one row per IBAN, and the identity apart (document 1, Consent). */

export const consentKinds = ['balances', 'transactions', 'owners', 'overdrafts'] as const
export type ConsentKind = (typeof consentKinds)[number]

export type AccountChoice = { readonly iban: string } & { readonly [kind in ConsentKind]: boolean }

export type ConsentChoice = { readonly accounts: readonly AccountChoice[]; readonly psuIdentity: boolean }
