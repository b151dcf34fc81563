/**
 * Long work on a bank's data is done in pieces, one piece per turn of the event loop in the whole process: otherwise
 * many accounts read concurrently would each run a piece between two requests of other users (C63).
 */
let latest: Promise<void> = Promise.resolve()

/** Resolves when it is this piece's turn; the piece lasts until its caller awaits something. */
export function yieldToEventLoop(): Promise<void> {
  latest = latest.then(() => new Promise(resolve => setImmediate(resolve)))
  return latest
}

/** A text of this length is parsed within a millisecond, so no turn is needed. */
const shortText = 65_536

/** Waits for a turn before parsing a long answer. */
export async function yieldBeforeParsing({ text }: { readonly text: string }): Promise<void> {
  if (text.length > shortText) await yieldToEventLoop()
}
