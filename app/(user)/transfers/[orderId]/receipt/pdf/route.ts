import { createTranslator } from 'next-intl'
import { create } from 'qrcode'
import { answer } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
import { formatMoney } from '#components/format/text.ts'
import { messages } from '#components/i18n/messages.ts'
import { receiptRows } from '#components/transfers/receipt-rows.ts'
import { now } from '#lib/clock.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { makeReceiptPdf, readReceipt } from '#lib/services/transfers/receipts.ts'

/** The receipt of a transfer as a file, in the language of its page (`?language=en`). */
export const GET = answer(async ({ who, part, query }) => {
  const receipt = await readReceipt(who, part('orderId'))
  const language = query.get('language') === 'en' ? 'en' : 'fr'
  const t = createTranslator({ locale: language, messages: messages[language], namespace: 'transfers' })
  const { modules } = create(receipt.address, { errorCorrectionLevel: 'M' })
  const { order, line } = receipt.transfer
  const file = await makeReceiptPdf({
    language,
    title: t('receipt.title'),
    amount: formatMoney(order.amount, language),
    warning: line.state === 'executed' ? null : t('receipt.notPaid'),
    rows: receiptRows(t, language, { ...receipt, legal: readLegal(), at: now().toISOString() }),
    lead: t('receipt.lead'),
    verify: t('receipt.verify'),
    address: receipt.address,
    code: modules,
  })
  return answerFile({ name: `guichet-${order.publicId}.pdf`, type: 'application/pdf', body: new Uint8Array(file) })
})
