import type { Instrumentation } from 'next'

/** Runs before the first request; see instrumentation-node.ts. There is no other runtime. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./instrumentation-node.ts')).start()
}

/** Called with an error thrown while a page rendered; see instrumentation-node.ts. */
export const onRequestError: Instrumentation.onRequestError = async (error, request) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./instrumentation-node.ts')).noteFault(error, request)
}
