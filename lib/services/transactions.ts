import type { TransactionPage } from '#lib/domain/views.ts'

export async function listTransactions(
  _userId: string,
  _accountId: string,
  _query: { q?: string | undefined; cursor?: string | undefined },
): Promise<TransactionPage> {
  throw new Error('not built yet')
}
