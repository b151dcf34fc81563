import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { connectionState } from '#lib/domain/consent/connection.ts'
import { invitationState } from '#lib/domain/merchant/membership.ts'
import { linkState } from '#lib/domain/payments/link.ts'
import { householdInvitationState } from '#lib/domain/people/household.ts'
import { isNoticeKind, type NoticeKind } from '#lib/domain/people/notice.ts'
import { isOperatorKind, isSecurityKind, isWishedKind } from '#lib/services/mail/words/kind.ts'
import { isCertificateInUse } from '#lib/services/operator/operator-certificates.ts'
import { isMailedLinkOpen } from '#lib/services/people/mailed-links.ts'
import type { MailRow } from './mail-sending.ts'

/** Whether a mail is still to go out, read at the moment at which it would: nobody is told, asked or alarmed by what is over. */

/** Who it goes to; null for somebody who is no member or operator any more, wants no such mail any more, or has not confirmed the address. */
export async function findAddress({ organisationId, userId, to, kind }: MailRow): Promise<string | null> {
  if (to !== null || userId === null) return to
  const user = await db().user.findUnique({ where: { id: userId } })
  if (!user || (isWishedKind(kind) && !user.mailNotices) || (isOperatorKind(kind) && user.role !== 'operator'))
    return null
  if (!isSecurityKind(kind) && user.emailVerifiedAt === null) return null
  if (organisationId === null) return user.email
  const isMember = (await db().membership.count({ where: { organisationId, userId } })) > 0
  return isMember ? user.email : null
}

/** Whether what a mail says is still so. A row of an owner is looked for among that owner's. */
export async function isStillValid({ organisationId, userId, kind, aboutId: id }: MailRow): Promise<boolean> {
  const ownerId = organisationId ?? userId
  if (ownerId === null) return false
  switch (kind) {
    case 'invitation': {
      const invitation = await db().invitation.findFirst({ where: { id, organisationId: ownerId } })
      return invitation !== null && invitationState(invitation, now()) === 'open'
    }
    case 'link': {
      const link = await db().paymentLink.findFirst({ where: { id, organisationId: ownerId } })
      const paid = await db().paymentOrder.count({ where: { ownerId, linkId: id, status: 'executed' } })
      return link !== null && linkState(link, paid > 0, now()) === 'open'
    }
    case 'payment_held':
      return (await db().paymentOrder.count({ where: { id, ownerId, status: 'held' } })) > 0
    case 'endpoint_off':
      return (await db().webhookEndpoint.count({ where: { id, organisationId: ownerId, disabledReason: 'gone' } })) > 0
    case 'endpoint_failing': {
      const isOn = { disabledAt: null, deletedAt: null }
      return (await db().webhookEndpoint.count({ where: { id, organisationId: ownerId, ...isOn } })) > 0
    }
    case 'notice':
      return noticeHolds(ownerId, id)
    case 'household_invitation': {
      const invitation = await db().householdInvitation.findFirst({ where: { id, userId: ownerId } })
      return invitation !== null && householdInvitationState(invitation, now()) === 'open'
    }
    case 'certificate_ending':
      return isCertificateInUse(id)
    case 'verify_email':
    case 'reset_password':
      return isMailedLinkOpen(ownerId, id)
    case 'sign_up_repeated':
    case 'password_changed':
    case 'security_changed':
    case 'beneficiary_changed':
    case 'control_changed':
    case 'payment_alarm':
    case 'audit_broken':
    case 'readings_rest':
    case 'readings_fail':
      return true
  }
}

/** Not put away, and for one of a connection: that is still as it says. */
async function noticeHolds(userId: string, id: string): Promise<boolean> {
  const notice = await db().notice.findFirst({ where: { id, userId, dismissedAt: null } })
  if (!notice || !isNoticeKind(notice.kind)) return false
  const states = statesOf[notice.kind]
  if (notice.connectionId === null || states === 'any') return true
  const connection = await db().connection.findFirst({ where: { id: notice.connectionId, userId } })
  if (!connection) return false
  const { status, expiresAt } = connection
  return states.includes(connectionState({ status: status, expiresAt }, now()))
}

const statesOf: { readonly [kind in NoticeKind]: readonly string[] | 'any' } = {
  renewal_due: ['active', 'renew_soon'],
  expired: ['expired'],
  revoked: ['revoked'],
  replaced: ['replaced'],
  new_accounts: ['active', 'renew_soon'],
  // Put away by the payment itself when it is held no more.
  transfer_held: 'any',
}
