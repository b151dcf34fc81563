import { isUuid } from '#lib/base/ids.ts'
import { db } from '#lib/db.ts'
import { mainBalance } from '#lib/domain/accounts/balance.ts'
import { offerOf, unknownAccountOffer } from '#lib/domain/payments/transfer/offer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { type AccountRow, findAccounts, toReading } from '#lib/services/accounts/view.ts'
import { toBankView } from '#lib/services/banks/directory.ts'
import type { BankView } from '#lib/views/banking.ts'
import type { TransferSource } from '#lib/views/transfer-page.ts'

/** Without cards and hidden accounts. */
export async function listSources({ userId }: Person): Promise<TransferSource[]> {
  const rows = await findAccounts({ userId }, {})
  return rows
    .filter(row => row.kind === 'account' && !row.hidden && row.connection.status !== 'disconnected')
    .map(toSource)
}

/** By name. */
export async function listPayingBanks(): Promise<BankView[]> {
  const where = { enabled: true, supports: { has: 'payments' } }
  return (await db().bank.findMany({ where, orderBy: [{ name: 'asc' }, { code: 'asc' }] })).map(toBankView)
}

/** By account, else bank. Refusals: `not_found`, `bank_unknown`. */
export async function readSource(
  { userId }: Person,
  { accountId, bankCode }: { readonly accountId: string | null; readonly bankCode: string | null },
): Promise<TransferSource> {
  if (accountId !== null) {
    const [row] = isUuid(accountId) ? await findAccounts({ userId }, { id: accountId }) : []
    if (!row || row.connection.status === 'disconnected') throw new Refused('not_found')
    return toSource(row)
  }
  const bank = bankCode === null ? null : await db().bank.findUnique({ where: { code: bankCode } })
  if (!bank?.enabled || !bank.supports.includes('payments')) throw new Refused('bank_unknown', { field: 'bank' })
  return { account: null, bank: toBankView(bank), mode: modeOf(bank), offer: unknownAccountOffer }
}

/** Balances refuse nothing: the bank checks. */
function toSource(row: AccountRow): TransferSource {
  const { bank, status } = row.connection
  const kind = row.kind === 'card' ? 'card' : 'account'
  const offer = offerOf({
    kind,
    iban: row.iban,
    currency: row.currency,
    features: row.features,
    aisVersion: bank.aisVersion,
    isGone: row.gone,
    connection: status,
    bankTakesPayments: bank.enabled && bank.supports.includes('payments'),
  })
  const balance = row.mayBalances ? (mainBalance(row.balances.map(toReading), kind)?.amount ?? null) : null
  return {
    account: {
      id: row.id,
      connectionId: row.connectionId,
      name: row.name,
      iban: row.iban,
      balance,
      isBlocked: row.syncState === 'failed' && row.syncError === 'AC06',
    },
    bank: toBankView(bank),
    mode: modeOf(bank),
    offer,
  }
}

const modeOf = ({ platform }: { readonly platform: string }) => (platform === 'sandbox' ? 'test' : 'live')
