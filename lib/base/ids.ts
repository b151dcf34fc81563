const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text from a URL may be one of our ids; any other text must not reach SQL as a uuid. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && uuidPattern.test(text)
}
