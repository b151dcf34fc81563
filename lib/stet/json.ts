/** JSON as a bank sends it. Amounts may be JSON numbers (D29): they keep the digits that were on the wire. */

export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

/** A quick look that spares nearly every answer the reviver: does any `amount` member hold a bare number? */
const numericAmount = /"amount"\s*:\s*-?\d/

type SourceContext = { readonly source?: string }

/** Parses without throwing. A number under `amount` becomes the text it was written as, never a binary float. */
export function parseJson(text: string): ParsedJson {
  try {
    const value: unknown = numericAmount.test(text) ? JSON.parse(text, keepAmountSource) : JSON.parse(text)
    return { ok: true, value }
  } catch {
    return { ok: false }
  }
}

function keepAmountSource(key: string, value: unknown, context?: SourceContext): unknown {
  return key === 'amount' && typeof value === 'number' ? (context?.source ?? value) : value
}
