import type { LinkFailure } from '#lib/domain/failure.ts'
import type { Presence } from '#lib/domain/presence.ts'
import type { LinkFlowView } from '#lib/domain/views.ts'

export type LinkStart = {
  readonly bankCode: string
  readonly sessionId: string
  readonly purpose: 'link' | 'renew'
  readonly connectionId?: string
}

export type Visitor = { readonly userId: string; readonly sessionId: string }

export type Callback = {
  readonly bankCode: string
  readonly query: URLSearchParams
  readonly visitor: Visitor | null
  readonly presence: Presence
}

export type CallbackOutcome = {
  readonly next: 'consent' | 'connection' | 'resume' | 'result'
  readonly flowId: string | null
  readonly connectionId: string | null
  readonly failure: LinkFailure | null
}

export async function startLink(_userId: string, _start: LinkStart): Promise<{ flowId: string; redirectTo: string }> {
  throw new Error('not built yet')
}
export async function receiveCallback(_callback: Callback): Promise<CallbackOutcome> {
  throw new Error('not built yet')
}
export async function readFlow(_flowId: string, _userId: string | null): Promise<LinkFlowView | null> {
  throw new Error('not built yet')
}
export async function claimFlow(
  _userId: string,
  _flowId: string,
  _presence: Presence,
): Promise<{ connectionId: string }> {
  throw new Error('not built yet')
}
