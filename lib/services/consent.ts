import type { Presence } from '#lib/domain/presence.ts'
import type { ConsentChoiceInput, ConsentDiffView, ConsentMatrixView, SendConsentInput } from '#lib/domain/views.ts'

export async function readMatrix(_userId: string, _connectionId: string): Promise<ConsentMatrixView> {
  throw new Error('not built yet')
}
export async function compareConsent(
  _userId: string,
  _connectionId: string,
  _choice: ConsentChoiceInput,
): Promise<ConsentDiffView> {
  throw new Error('not built yet')
}
export async function sendConsent(
  _userId: string,
  _connectionId: string,
  _input: SendConsentInput,
  _presence: Presence,
): Promise<{ version: number }> {
  throw new Error('not built yet')
}
