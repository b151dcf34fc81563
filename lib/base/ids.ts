const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Other texts must not reach SQL. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && uuidPattern.test(text)
}
