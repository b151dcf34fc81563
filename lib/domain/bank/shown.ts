/**
 * What an answer of a bank shows of one member. A member that is there and can't be read is not one that is missing: whoever
 * compares or decides must say what each of the three means, and nothing turns one into another by accident.
 */
export type Shown<T> =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'value'; readonly value: T }

/** The member is missing, or null. */
export const absent = { kind: 'absent' } as const
/** The member is there, with nothing in it that we can read: another type, another form, too long. */
export const unreadable = { kind: 'unreadable' } as const

/** The member shows this. */
export function shownValue<T>(value: T): Shown<T> {
  return { kind: 'value', value }
}

/** The value where one is shown; null otherwise. For texts that are only told and decide nothing. */
export function valueOr<T>(shown: Shown<T>): T | null {
  return shown.kind === 'value' ? shown.value : null
}
