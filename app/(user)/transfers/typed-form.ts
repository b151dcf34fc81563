import { mostPayments, TransferTyped } from '#lib/domain/payments/transfer-form.ts'

/** The form of "send money" as it was posted; what a button adds or takes away is done to it. Null when it is no such form. */
export function readTyped(field: (name: string) => string): TransferTyped | null {
  const count = Math.min(mostPayments, Math.max(1, Number.parseInt(field('count'), 10) || 1))
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
  if (action === 'add' && payments.length < mostPayments) return [...payments, { amount: '', remittance: '' }]
  const removed = /^remove\.(\d+)$/.exec(action)?.[1]
  if (removed === undefined || payments.length === 1) return payments
  return payments.filter((_, at) => at !== Number(removed))
}
