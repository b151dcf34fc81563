/** Money: minor units and a currency inside, a decimal string outside, never a binary float. */

/** ISO 4217 alphabetic code. */
export type Currency = string

export type Money = { readonly amountMinor: bigint; readonly currency: Currency }
