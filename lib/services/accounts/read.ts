import { db } from '#lib/db.ts'
import type { ConnectionState } from '#lib/domain/consent/connection.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { readAccountQuota } from '#lib/services/banks/quota-use.ts'
import { shownState } from '#lib/services/grants/connection-state.ts'
import type { AccountView } from '#lib/views/banking.ts'
import type { TakenBackLine } from '#lib/views/taken-back.ts'
import { takenBackOf } from './taken-back.ts'
import { type AccountRow, findBeside, toAccountView } from './view.ts'

export type AccountRead = AccountView & {
  /** What its login is in. */
  readonly state: ConnectionState
  /** The login's that its bank still lists, with this one. */
  readonly beside: readonly AccountView[]
  readonly takenBack: readonly TakenBackLine[]
}

/** With the full IBAN. `known`: it and the others of its login, if read. Refusals: `not_found`. */
export async function readAccount(
  { userId }: Person,
  accountId: string,
  known: readonly AccountRow[] | null = null,
): Promise<AccountRead> {
  const rows = known ?? (await findBeside({ userId }, accountId))
  const row = rows.find(({ id }) => id === accountId)
  if (!row) throw new Refused('not_found')
  const { connection } = row
  const [quota, health] = await Promise.all([
    readAccountQuota(userId, row),
    db().bankHealth.findUnique({ where: { bankCode: connection.bankCode } }),
  ])
  return {
    ...toAccountView(row, rows, { full: true, quota: quota?.own }),
    state: shownState({ ...connection, bank: { health } }, quota?.login.left),
    beside: rows.filter(({ gone }) => !gone).map(one => toAccountView(one, rows)),
    takenBack: takenBackOf(row.takenBack),
  }
}
