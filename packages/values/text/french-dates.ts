/** `1 mai` and `07:42` as French prose has them: `1er mai`, `7 h 42`. */
export function asFrenchWrite(date: string): string {
  return date.replace(/^((?:\D+ )?)1 /, '$11er ').replace(/\b0?(\d{1,2}):(\d{2})$/, '$1\u00a0h\u00a0$2')
}
