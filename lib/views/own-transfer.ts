/** A line that may be the other half of an own transfer. */
export type HalfView = {
  readonly accountId: string
  readonly key: string
  readonly name: string
  readonly accountName: string
  readonly day: string
  readonly amount: { readonly amount: string; readonly currency: string }
}

/** What a transaction is between the person's own accounts. */
export type OwnTransferView = {
  readonly paired: HalfView | null
  /** Equal and opposite, without evidence: the person decides. */
  readonly suggested: HalfView | null
  /** What else it can be paired with by hand, nearest first. */
  readonly others: readonly HalfView[]
  /** The person said that it is none. */
  readonly isApart: boolean
  /** The card that it pays, or else would: then nothing else is offered. */
  readonly settles: { readonly accountId: string; readonly name: string; readonly isPaired: boolean } | null
}

/** Perhaps one transfer between own accounts. */
export type SuggestedTransfer = { readonly from: HalfView; readonly to: HalfView }
