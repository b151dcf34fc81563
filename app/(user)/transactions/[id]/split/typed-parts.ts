import type { Fields } from '#app/read-request.ts'

export type TypedPart = { readonly category: string; readonly amount: string }

/** The rows that have anything in them. */
export function typedParts(fields: Fields['fields']): TypedPart[] {
  const amounts = fields('amount')
  const rows = fields('category').map((category, at) => ({
    category: category.trim(),
    amount: (amounts[at] ?? '').trim(),
  }))
  return rows.filter(({ category, amount }) => category !== '' || amount !== '')
}
