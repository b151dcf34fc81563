import { foldText } from '@guichet/values/text/clean.ts'

/** Whom a payer pays: the shop they know, and the holder of the account where it isn't the same name. */
export type ShownPayee = {
  readonly payee: string
  /** Null: the same, but for capitals and accents. */
  readonly holder: string | null
}

/** `trade`: the merchant's name; null where there is none, as for a person or a refund. */
export function shownPayee(trade: string | null, holder: string): ShownPayee {
  if (trade === null || trade.trim() === '') return { payee: holder, holder: null }
  const isSame = foldText(trade).trim() === foldText(holder).trim()
  return { payee: trade, holder: isSame ? null : holder }
}
