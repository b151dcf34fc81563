import { answer } from '#app/answer.ts'
import { maxPayments, TransferTyped } from '#lib/domain/payments/transfer/form.ts'
import { storeDraft, verifyDraft } from '#lib/services/transfers/send.ts'

/** Stores the form, has its payee verified and redirects: to the summary, to the first error, or to one more payment. No IBAN in an address. */
export const POST = answer('transfer.draft', '/transfers/new', async ({ who, field, presence }) => {
  const typed = readTyped(field)
  if (!typed) return { error: 'invalid_input' }
  const draft = await storeDraft(who, field('draft') || null, typed)
  if (field('action') !== 'continue') return { draft }
  const { faults } = await verifyDraft(who, draft, presence())
  return faults.length === 0 ? `/transfers/new/${draft}` : { draft, check: '1' }
})

/** Parses the form of "send money", and applies the button that adds or removes a payment. Null for an invalid form. */
function readTyped(field: (name: string) => string): TransferTyped | null {
  const count = Math.min(maxPayments, Math.max(1, Number.parseInt(field('count'), 10) || 1))
  const payments = Array.from({ length: count }, (_, at) => ({
    amount: field(`amount.${at}`),
    remittance: field(`remittance.${at}`),
  }))
  const typed = TransferTyped.safeParse({
    accountId: field('accountId') || null,
    bankCode: field('bankCode') || null,
    to: field('to'),
    name: field('name'),
    iban: field('iban'),
    bic: field('bic'),
    save: field('save') === 'yes',
    payments: changePayments(payments, field('action')),
    when: field('when') || 'today',
    date: field('date'),
    frequency: field('frequency'),
    endDate: field('endDate'),
    executionRule: field('executionRule') || 'FWNG',
    isInstant: field('instant') === 'yes',
    locale: field('locale'),
  })
  return typed.success ? typed.data : null
}

function changePayments<Line>(payments: readonly Line[], action: string): readonly (Line | object)[] {
  if (action === 'add' && payments.length < maxPayments) return [...payments, { amount: '', remittance: '' }]
  const removed = /^remove\.(\d+)$/.exec(action)?.[1]
  if (removed === undefined || payments.length === 1) return payments
  return payments.filter((_, at) => at !== Number(removed))
}
