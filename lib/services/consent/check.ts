import type { AccountList } from '@guichet/stet/accounts.ts'
import { allowancesOf, consentablesOf, kindsOfVersion } from '@guichet/stet/terms/consent-choice.ts'
import type { Tx } from '#lib/db.ts'
import { choiceInForce } from './read.ts'

/**
 * Whether the bank's listing matches the stored consent: each account has the links of what was ticked and no others (§ AIS behaviour
 * rule 3). After a new grant it may not: the bank may have somebody else's consent, or none.
 */
export async function isConsentAtBank(
  tx: Tx,
  owner: { readonly userId: string; readonly connectionId: string },
  list: AccountList,
): Promise<boolean> {
  const choice = await choiceInForce(tx, owner)
  if (choice === null) return true
  const toConsentable = consentablesOf(list.accounts)
  const toAllowance = allowancesOf(choice)
  return list.accounts.every(account => {
    const may = toAllowance(toConsentable(account))
    return kindsOfVersion[list.version].every(kind => account.links.has(kind) === may[kind])
  })
}
