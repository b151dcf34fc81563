import type { SSEStreamingApi } from 'hono/streaming'

const keepAliveMs = 15_000

/** Keeps a stream open, with `listener` among the listeners, until whoever reads it leaves. */
export async function listenUntilLeft<Listener>(
  stream: SSEStreamingApi,
  listeners: Set<Listener>,
  listener: Listener,
): Promise<void> {
  listeners.add(listener)
  const alive = setInterval(() => void stream.writeSSE({ event: 'alive', data: '' }), keepAliveMs)
  alive.unref()
  await new Promise<void>(done => stream.onAbort(done))
  clearInterval(alive)
  listeners.delete(listener)
}
