/** Text parts as a response body: the next is made when the browser is ready for it, and none after it has left. */
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
