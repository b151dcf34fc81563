import { fingerprintLogin } from '#lib/banks.ts'
import type { Tx } from '#lib/db.ts'
import type { ListedAccount } from '#lib/domain/account.ts'
import { allowanceOf, type ConsentChoice, toConsentable } from '#lib/domain/consent.ts'
import { cleanText } from '#lib/domain/text.ts'
import { ConsentChoiceInput } from '#lib/domain/views.ts'
import type { AccountList } from '#lib/stet/accounts.ts'
import { storeBalances } from './balances.ts'

/** What the bank lists of one login, and what we keep of it: every account has its row, data only what was consented. */

type Owner = { readonly userId: string; readonly connectionId: string }

/** What tells one login of a bank from another (D11): the IBANs it reaches. Cards come and go, so they don't count. */
export function loginPrints(bankCode: string, accounts: readonly ListedAccount[]): [string, ...string[]] {
  return fingerprintLogin(bankCode, listedIbans(accounts))
}

/** IBANs of a listing, each once, in the bank's order. */
export function listedIbans(accounts: readonly ListedAccount[]): string[] {
  return [...new Set(accounts.flatMap(({ kind, iban }) => (kind === 'account' && iban !== null ? [iban] : [])))]
}

/**
 * Stores a listing: rows are added and renewed, what is no longer listed is marked, and what may be read of each follows
 * from the consent in force: a new card or currency stands under the IBAN that was ticked (§ AIS behaviour rule 3).
 * Balances that came inline are kept for consented accounts only.
 */
export async function storeListing(tx: Tx, owner: Owner, bankCode: string, list: AccountList): Promise<void> {
  const { userId, connectionId } = owner
  // The connection first, the accounts after it: the order in which everybody locks them.
  const [loginFingerprint] = loginPrints(bankCode, list.accounts)
  await tx.connection.updateMany({ where: { id: connectionId, userId }, data: { loginFingerprint } })
  const choice = await choiceToReadBy(tx, owner)
  for (const [ordinal, account] of list.accounts.entries()) {
    const data = { ...toColumns(account), ...mayColumns(choice, account, list.accounts), ordinal, gone: false }
    const where = { connectionId_resourceId: { connectionId, resourceId: account.resourceId } }
    const { id } = await tx.account.upsert({
      where,
      create: { userId, connectionId, resourceId: account.resourceId, ...data },
      update: data,
      select: { id: true },
    })
    if (data.mayBalances && account.balances) await storeBalances(tx, { userId, accountId: id }, account.balances)
  }
  const listed = list.accounts.map(account => account.resourceId)
  await tx.account.updateMany({
    where: { userId, connectionId, resourceId: { notIn: listed }, gone: false },
    data: { gone: true, syncState: 'idle' },
  })
}

/** The consent that counts now: the newest the bank accepted, or null before the first. */
export async function choiceInForce(tx: Tx, { userId, connectionId }: Owner): Promise<ConsentChoice | null> {
  const consent = await tx.consent.findFirst({
    where: { userId, connectionId, status: 'accepted' },
    orderBy: { version: 'desc' },
    select: { choice: true },
  })
  return consent === null ? null : parseChoice(consent.choice)
}

/**
 * What may be read at this moment: the consent in force, less what a newer one, written and not yet answered, takes back.
 */
export async function choiceToReadBy(tx: Tx, owner: Owner): Promise<ConsentChoice | null> {
  const inForce = await choiceInForce(tx, owner)
  const newer = await tx.consent.findFirst({
    where: { ...owner, status: { in: ['pending', 'sent'] } },
    orderBy: { version: 'desc' },
    select: { choice: true },
  })
  return inForce === null || newer === null ? inForce : intersect(inForce, parseChoice(newer.choice))
}

function intersect(left: ConsentChoice, right: ConsentChoice): ConsentChoice {
  const accounts = left.accounts.flatMap(account => {
    const other = right.accounts.find(({ iban }) => iban === account.iban)
    return other
      ? [
          {
            iban: account.iban,
            balances: account.balances && other.balances,
            transactions: account.transactions && other.transactions,
            owners: account.owners && other.owners,
            overdrafts: account.overdrafts && other.overdrafts,
          },
        ]
      : []
  })
  return { accounts, psuIdentity: left.psuIdentity && right.psuIdentity }
}

/** A choice from its column. */
export function parseChoice(json: unknown): ConsentChoice {
  return ConsentChoiceInput.parse(json)
}

/** The four answers of `mayRead` for one listed account, as columns. */
export function mayColumns(
  choice: ConsentChoice | null,
  account: Parameters<typeof toConsentable>[0],
  listing: Parameters<typeof toConsentable>[1],
) {
  const may = allowanceOf(choice, toConsentable(account, listing))
  return {
    mayBalances: may.balances,
    mayTransactions: may.transactions,
    mayOwners: may.owners,
    mayOverdrafts: may.overdrafts,
  }
}

/** `cleanText`'s limits are those of D46. */
function toColumns(account: ListedAccount) {
  return {
    kind: account.kind,
    iban: account.iban,
    cardId: account.cardId,
    currency: account.currency,
    cashAccountType: account.cashAccountType,
    name: cleanText(account.name, 70),
    product: account.product === null ? null : cleanText(account.product, 70),
    details: account.details === null ? null : cleanText(account.details, 140),
    features: [...account.features],
    usage: account.usage,
    psuStatus: account.psuStatus === null ? null : cleanText(account.psuStatus, 35),
    bic: account.bic,
    linkedResourceId: account.linkedResourceId,
  }
}
