import type { Presence } from '#lib/domain/presence.ts'
import type { ProgressView } from '#lib/domain/views.ts'

export async function refreshConnection(
  _userId: string,
  _connectionId: string,
  _presence: Presence,
): Promise<ProgressView> {
  throw new Error('not built yet')
}
export async function readProgress(_userId: string, _connectionId: string): Promise<ProgressView> {
  throw new Error('not built yet')
}
