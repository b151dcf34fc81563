/**
 * Long work on a bank's data runs one piece per turn of the event loop, for the whole process: concurrent readers
 * would otherwise each run a piece between two requests (C63).
 */
let latest: Promise<void> = Promise.resolve()

/** The caller's turn lasts until it awaits something. */
export function yieldToEventLoop(): Promise<void> {
  latest = latest.then(() => new Promise(resolve => setImmediate(resolve)))
  return latest
}

/** Parsed within a millisecond. */
const shortText = 65_536

export async function yieldBeforeParsing({ text }: { readonly text: string }): Promise<void> {
  if (text.length > shortText) await yieldToEventLoop()
}
