/** Everything in a value as text, with its numbers of any size, for tests that look for what must not be there. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
