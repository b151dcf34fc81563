import { summaryMailRules } from './home/weekly-summary.ts'
import { householdMailRules } from './household/invitations.ts'
import { invoiceMailRules } from './invoices/sending.ts'
import { type MailRules, sendMailBy } from './mail/sending.ts'
import { invitationMailRules } from './merchant/invitations.ts'
import { memberMailRules } from './merchant/mails.ts'
import { operatorMailRules } from './operator/mails.ts'
import { linkMailRules } from './payments/links.ts'
import { receiptMailRules } from './payments/receipt-mail.ts'
import { activityMailRules } from './people/activity-mails.ts'
import { accountMailRules } from './people/mailed-links.ts'
import { noticeMailRules } from './people/notices.ts'

/** The rule of validity for each kind of mail, from the service that writes it. */
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
  ...operatorMailRules,
}

/** Sends a mail that `findDueMails` found, unless another worker has it or it is no longer valid. True if this call sent it. */
export function sendQueuedMail(mailId: string): Promise<boolean> {
  return sendMailBy(mailRules, mailId)
}
