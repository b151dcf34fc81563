import { z } from 'zod'

/** Notices to a person: the closed list, and the facts of each sentence. */

export const noticeKinds = ['renewal_due', 'expired', 'revoked', 'replaced', 'new_accounts', 'transfer_held'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Who ended a grant, as far as known: a bank says that a grant is invalid, not why (document 1, `invalid_grant`). */
export const endedBy = ['you_elsewhere', 'another_person', 'bank_side', 'us', 'unknown'] as const
export type EndedBy = (typeof endedBy)[number]

/** Facts only: no IBAN, amount or name of a person. `daysLeft` in whole days, `count` of accounts. */
export const NoticeFacts = z.object({
  bankName: z.string().max(140),
  daysLeft: z.number().int().min(0).optional(),
  /** When the authorisation ends, ISO 8601. */
  endsAt: z.string().optional(),
  count: z.number().int().min(1).optional(),
  by: z.enum(endedBy).optional(),
  /** The transfer it is about. */
  orderId: z.uuid().optional(),
})
export type NoticeFacts = z.infer<typeof NoticeFacts>

/** Whether a text from the database is one of ours. */
export function isNoticeKind(text: string): text is NoticeKind {
  return noticeKinds.some(kind => kind === text)
}

type Leading = {
  readonly kind: NoticeKind
  readonly connectionId: string | null
  readonly facts: Pick<NoticeFacts, 'orderId'>
}

/** The page a notice leads to: the step it asks for. */
export function noticePath({ kind, connectionId, facts: { orderId } }: Leading): string {
  if (kind === 'transfer_held') return orderId === undefined ? '/transfers' : `/transfers/${orderId}`
  if (connectionId === null) return '/connections'
  return kind === 'new_accounts' ? `/connections/${connectionId}/consent` : `/connections/${connectionId}`
}
