import type { ListedAccount } from '@guichet/stet/terms/account-data.ts'
import { compare } from '@guichet/values/text/compare.ts'

/** An account that a bank lists again under another id is the same account. */

export type ListedIdentity = Pick<ListedAccount, 'resourceId' | 'kind' | 'iban' | 'cardId' | 'linkedResourceId'> & {
  /** Null: the bank doesn't say. */
  readonly currency: string | null
}

export type StoredIdentity = ListedIdentity & {
  readonly id: string
  /** Milliseconds since the first listing without it; null: the bank lists it. */
  readonly goneAt: number | null
}

/** IBAN and currency; a card by its number and the account it is debited from. Null: nothing identifies it. */
function identityOf(one: ListedIdentity, all: readonly ListedIdentity[]): string | null {
  if (one.kind === 'account') return one.iban
  const linked = all.find(({ resourceId }) => resourceId === one.linkedResourceId)
  return one.cardId === null ? null : `card ${one.cardId} ${linked?.iban ?? ''}`
}

/**
 * Of rows that are gone, last gone first, those that the bank lists under an id that was not known: the row's id and
 * its new one. One to one; several accounts that fit equally are none.
 */
export function findReturned(
  stored: readonly StoredIdentity[],
  added: readonly ListedIdentity[],
  listed: readonly ListedIdentity[],
): { readonly id: string; readonly resourceId: string }[] {
  const gone = stored
    .flatMap(row => (row.goneAt === null ? [] : [{ ...row, goneAt: row.goneAt }]))
    .toSorted((left, right) => right.goneAt - left.goneAt || compare(left.id, right.id))
  const taken = new Set<string>()
  return added.flatMap(one => {
    const identity = identityOf(one, listed)
    const isSame = (row: StoredIdentity) =>
      row.kind === one.kind &&
      identityOf(row, stored) === identity &&
      (one.currency === null || row.currency === one.currency)
    const alike = identity === null ? [] : gone.filter(row => !taken.has(row.id) && isSame(row))
    const [found] = alike
    if (found === undefined || alike.some(({ currency }) => currency !== found.currency)) return []
    taken.add(found.id)
    return [{ id: found.id, resourceId: one.resourceId }]
  })
}
