/** `X-Request-Id`, if fit for answers and logs. */
export function readRequestId(header: string | null | undefined): string | null {
  return header && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : null
}
