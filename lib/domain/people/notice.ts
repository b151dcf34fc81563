import { z } from 'zod'

export const noticeKinds = ['renewal_due', 'expired', 'revoked', 'replaced', 'new_accounts', 'transfer_held'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A bank says invalid, not why (document 1). */
export const endedBy = ['you_elsewhere', 'another_person', 'bank_side', 'us', 'unknown'] as const
export type EndedBy = (typeof endedBy)[number]

/** No IBAN, amount or name. */
export const NoticeFacts = z.object({
  bankName: z.string().max(140),
  daysLeft: z.number().int().min(0).optional(),
  /** ISO 8601. */
  endsAt: z.string().optional(),
  count: z.number().int().min(1).optional(),
  by: z.enum(endedBy).optional(),
  orderId: z.uuid().optional(),
})
export type NoticeFacts = z.infer<typeof NoticeFacts>

export function isNoticeKind(text: string): text is NoticeKind {
  return noticeKinds.some(kind => kind === text)
}

type Leading = {
  readonly kind: NoticeKind
  readonly connectionId: string | null
  readonly facts: Pick<NoticeFacts, 'orderId'>
}

export function noticePath({ kind, connectionId, facts: { orderId } }: Leading): string {
  if (kind === 'transfer_held') return orderId === undefined ? '/transfers' : `/transfers/${orderId}`
  if (connectionId === null) return '/connections'
  return kind === 'new_accounts' ? `/connections/${connectionId}/consent` : `/connections/${connectionId}`
}
