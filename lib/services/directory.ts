import type { BankView } from '#lib/domain/views.ts'

export async function listBanks(_query?: string): Promise<BankView[]> {
  throw new Error('not built yet')
}
export async function findBank(_code: string): Promise<BankView | null> {
  throw new Error('not built yet')
}
