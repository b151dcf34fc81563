import { plainSize } from '@guichet/values/money/amount-input.ts'
import { answer } from '#app/answer.ts'
import type { Fields } from '#app/read-request.ts'
import { saveSplit } from '#lib/services/transactions/one.ts'
import { rememberTyped } from '#lib/session.ts'

/** Rows of `category` and `amount`, of which one amount may be empty; `undo` joins the parts again. A refusal gives the rows back. */
export const POST = answer(
  'filing.change',
  '/transactions/[id]',
  async ({ who, part, field, fields }) => {
    const typed = field('undo') === '' ? typedParts(fields) : []
    const rows = typed.map(({ category, amount }) => ({
      category,
      amount: amount === '' ? '' : (plainSize(amount, who.locale) ?? 'none'),
    }))
    await saveSplit(who, part('id'), rows)
    return { notice: 'saved' }
  },
  async ({ code, field: wrong, why }, { fields }) => {
    const rows = typedParts(fields).map(({ category, amount }) => `${category} ${amount}`)
    await rememberTyped({ left: why ?? '', rows: rows.join('|') })
    return { error: code, field: wrong ?? null }
  },
)

type TypedPart = { readonly category: string; readonly amount: string }

/** The rows that have anything in them. */
function typedParts(fields: Fields['fields']): TypedPart[] {
  const amounts = fields('amount')
  const rows = fields('category').map((category, at) => ({
    category: category.trim(),
    amount: (amounts[at] ?? '').trim(),
  }))
  return rows.filter(({ category, amount }) => category !== '' || amount !== '')
}
