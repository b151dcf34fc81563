/** A member of a bank's answer. Unreadable is not missing: whoever compares or decides handles all three. */
export type ParsedField<T> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'value'; readonly value: T }

/** Missing, or null. */
export const absent = { kind: 'absent' } as const
/** Wrong type, wrong form, too long. */
export const unreadable = { kind: 'unreadable' } as const

export function parsedValue<T>(value: T): ParsedField<T> {
  return { kind: 'value', value }
}

/** For texts that are shown and decide nothing. */
export function valueOr<T>(shown: ParsedField<T>): T | null {
  return shown.kind === 'value' ? shown.value : null
}
