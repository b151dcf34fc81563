/** Pieces of text as the body of an answer: the next one is made when the browser has room for it, none when it left. */
export function toByteStream(pieces: AsyncGenerator<string, void, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async controller => {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await pieces.return()
    },
  })
}
