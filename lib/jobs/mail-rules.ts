import { alertMailRules } from '#lib/services/alerts/give.ts'
import { summaryMailRules } from '#lib/services/home/weekly-summary.ts'
import { householdMailRules } from '#lib/services/household/invitations.ts'
import { invoiceMailRules } from '#lib/services/invoices/sending.ts'
import { type MailRules, sendMailBy } from '#lib/services/mail/sending.ts'
import { invitationMailRules } from '#lib/services/merchant/invitations.ts'
import { memberMailRules } from '#lib/services/merchant/mails.ts'
import { operatorMailRules } from '#lib/services/operator/mails.ts'
import { linkMailRules } from '#lib/services/payments/links.ts'
import { receiptMailRules } from '#lib/services/payments/receipt-mail.ts'
import { activityMailRules } from '#lib/services/people/activity-mails.ts'
import { accountMailRules } from '#lib/services/people/mailed-links.ts'
import { noticeMailRules } from '#lib/services/people/notices.ts'

/** From the service that writes each. */
const mailRules: MailRules = {
  ...invitationMailRules,
  ...memberMailRules,
  ...linkMailRules,
  ...invoiceMailRules,
  ...receiptMailRules,
  ...noticeMailRules,
  ...householdMailRules,
  ...accountMailRules,
  ...activityMailRules,
  ...summaryMailRules,
  ...alertMailRules,
  ...operatorMailRules,
}

/** True if this call sent it. */
export function sendQueuedMail(mailId: string): Promise<boolean> {
  return sendMailBy(mailRules, mailId)
}
