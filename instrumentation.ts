/** What happens before the first request; see instrumentation-node.ts. There is no other runtime to start in. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node.ts')).start()
}

/** What a page threw while it was drawn; see instrumentation-node.ts. */
export async function onRequestError(error: unknown): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./instrumentation-node.ts')).noteFault(error)
}
