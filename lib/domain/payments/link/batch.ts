/** Many links from a table: one a row, each for one payment. */

export const batchFields = ['title', 'amount', 'name', 'email', 'reference', 'expiresOn', 'description'] as const
export type BatchField = (typeof batchFields)[number]

export const batchLimits = {
  rows: 500,
  bytes: 256 * 1024,
  title: 140,
  name: 140,
  reference: 28,
  description: 500,
} as const

/** Which column a field is in. */
export type BatchMapping = { readonly [field in BatchField]?: number }

export const batchFaults = [
  'missing',
  'too_long',
  'not_an_amount',
  'ambiguous',
  'not_positive',
  'too_large',
  'over_limit',
  'not_an_address',
  'no_letters',
  'repeated',
  'not_a_day',
  'past',
  'extra_cells',
] as const
/** `field` null: the row as a whole. `of`: the line it repeats. */
export type BatchIssue = {
  readonly line: number
  readonly field: BatchField | null
  readonly fault: (typeof batchFaults)[number]
  readonly of?: number
}

export const batchProblems = ['empty', 'too_many_rows', 'too_large', 'not_text', 'bad_quotes', 'no_columns'] as const
/** Why nothing of the file can be read. */
export type BatchProblem = (typeof batchProblems)[number]

export type BatchRow = {
  readonly line: number
  readonly title: string
  readonly amountMinor: bigint
  readonly name: string | null
  readonly email: string | null
  readonly reference: string | null
  readonly expiresOn: string | null
  readonly description: string | null
}
