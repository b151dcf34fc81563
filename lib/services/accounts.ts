import type { AccountView, HomeView } from '#lib/domain/views.ts'

export async function readHome(_userId: string): Promise<HomeView> {
  throw new Error('not built yet')
}
export async function readAccount(_userId: string, _accountId: string): Promise<AccountView> {
  throw new Error('not built yet')
}
