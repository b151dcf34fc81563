/** The id that a client gave its request (`X-Request-Id`), if it can be repeated in answers and logs; else null. */
export function readRequestId(header: string | null | undefined): string | null {
  return header && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : null
}
