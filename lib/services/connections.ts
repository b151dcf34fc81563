import type { Presence } from '#lib/domain/presence.ts'
import type { BankCallPage, ConnectionView, DisconnectPreview } from '#lib/domain/views.ts'

export async function listConnections(_userId: string): Promise<ConnectionView[]> {
  throw new Error('not built yet')
}
export async function readConnection(_userId: string, _connectionId: string): Promise<ConnectionView> {
  throw new Error('not built yet')
}
export async function listCalls(_userId: string, _connectionId: string, _cursor?: string): Promise<BankCallPage> {
  throw new Error('not built yet')
}
export async function previewDisconnect(_userId: string, _connectionId: string): Promise<DisconnectPreview> {
  throw new Error('not built yet')
}
export async function disconnect(_userId: string, _connectionId: string, _presence: Presence): Promise<void> {
  throw new Error('not built yet')
}
