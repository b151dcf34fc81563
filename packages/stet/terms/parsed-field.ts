/**
 * One member of a bank's answer. An unreadable member is not a missing one: whoever compares or decides must handle all
 * three cases.
 */
export type ParsedField<T> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'value'; readonly value: T }

/** The member is missing, or null. */
export const absent = { kind: 'absent' } as const
/** The member is present but unreadable: wrong type, wrong form, too long. */
export const unreadable = { kind: 'unreadable' } as const

/** The member has this value. */
export function parsedValue<T>(value: T): ParsedField<T> {
  return { kind: 'value', value }
}

/** The value if there is one; null otherwise. For texts that are displayed and decide nothing. */
export function valueOr<T>(shown: ParsedField<T>): T | null {
  return shown.kind === 'value' ? shown.value : null
}
