/**
 * Work on what a bank sent is done in pieces, and in one turn of the event loop one piece of all that this process reads: many
 * accounts read side by side would otherwise each do a piece between two requests of other people (H14).
 */
let latest: Promise<void> = Promise.resolve()

/** Resolves when it is this piece's turn; the piece is what its caller does until it waits for anything again. */
export function yieldToEventLoop(): Promise<void> {
  latest = latest.then(() => new Promise(resolve => setImmediate(resolve)))
  return latest
}

/** Read within a millisecond: nobody waits for it. */
const shortText = 65_536

/** A turn before an answer is read, when it is a long one. */
export async function yieldBeforeParsing({ text }: { readonly text: string }): Promise<void> {
  if (text.length > shortText) await yieldToEventLoop()
}
