type FileAnswer = {
  readonly name: string
  readonly type: string
  /** Or its parts, streamed. */
  readonly body: BodyInit | AsyncIterable<string>
  /** Shown by the browser instead of saved. */
  readonly isShown?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** A file of somebody's, saved under its name. */
export function answerFile({ name, type, body, isShown = false, headers = {} }: FileAnswer): Response {
  return new Response(isParts(body) ? streamOf(body) : body, {
    headers: {
      'content-type': type,
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${namedAs(name)}`,
      'cache-control': 'private, no-store',
      ...headers,
    },
  })
}

/** Also for programs that read ASCII only (RFC 6266). */
function namedAs(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '_')
  const coded = encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)
  return plain === name ? `filename="${name}"` : `filename="${plain}"; filename*=UTF-8''${coded}`
}

const isParts = (body: FileAnswer['body']): body is AsyncIterable<string> =>
  body instanceof Object && Symbol.asyncIterator in body && !(body instanceof ReadableStream)

/** The next part is made when the browser is ready for it, and none after it has left. */
function streamOf(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async controller => {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}
