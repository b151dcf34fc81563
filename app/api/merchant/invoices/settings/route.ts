import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeInvoiceSettings, InvoiceSettingsInput } from '#lib/services/invoices/settings.ts'

/** Changes what invoices say about the organisation, and how they are numbered. */
export const PUT = answerMember('invoice.settings', InvoiceSettingsInput, ({ who, body }) =>
  changeInvoiceSettings(who, body),
)
