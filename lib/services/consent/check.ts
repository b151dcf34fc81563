import type { AccountList } from '@guichet/stet/accounts.ts'
import { allowancesOf, consentablesOf, kindsOfVersion } from '@guichet/stet/terms/consent-choice.ts'
import type { Tx } from '#lib/db.ts'
import { choiceInForce } from './read.ts'

/** The links of what was ticked and no others (rule 3): a new grant may have lost the consent. */
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
