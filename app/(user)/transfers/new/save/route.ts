import { readForm, seeOther } from '#app/(auth)/forms.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { toRefused } from '#app/problem.ts'
import { maxPayments, TransferTyped } from '#lib/domain/payments/transfer/form.ts'
import { storeDraft, verifyDraft } from '#lib/services/transfers/send.ts'
import { currentSession } from '#lib/session.ts'

/** Stores the form, has its payee verified and redirects: to the summary, to the first error, or to one more payment. No IBAN in an address. */
export const POST = guarded('transfer.draft', async (request: Request): Promise<Response> => {
  const form = await readForm(request)
  const session = await currentSession()
  if (!session) return seeOther('/signin', { next: '/transfers/new' })
  const typed = form ? readTyped(form.field) : null
  if (!form || !typed) return seeOther('/transfers/new', { error: 'invalid_input' })
  try {
    const draftId = await storeDraft(session.userId, form.field('draft') || null, typed)
    if (form.field('action') !== 'continue') return seeOther('/transfers/new', { draft: draftId })
    const { faults } = await verifyDraft(session.userId, draftId, presenceOf(request))
    return faults.length === 0
      ? seeOther(`/transfers/new/${draftId}`)
      : seeOther('/transfers/new', { draft: draftId, check: '1' })
  } catch (error) {
    return seeOther('/transfers/new', { error: toRefused(error, request).code })
  }
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
