import { CancelledError, QueryClient } from '@tanstack/react-query'
import { onChange, RequestProblem } from './fetch-json.ts'

let inBrowser: QueryClient | null = null

/** One cache as long as the application is open; nothing is stored in the browser. On the server each page has its own. */
export function openQueries(): QueryClient {
  if (typeof window === 'undefined') return makeClient()
  inBrowser ??= openInBrowser()
  return inBrowser
}

function openInBrowser(): QueryClient {
  const client = makeClient()
  // Also without a component that reads: a request that waits while the page is hidden goes on once it is seen.
  client.mount()
  onChange(() => client.removeQueries({ type: 'inactive' }))
  return client
}

/** Whether it was being read while something was changed. */
export function wasRemoved(error: unknown): boolean {
  return error instanceof CancelledError
}

/** Offline a request fails, which is said, instead of waiting. */
function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', staleTime: 15_000, retry: shouldRetry } },
  })
}

/** Retries lost connections only, because a refusal would be repeated. */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof RequestProblem && error.status > 0 && error.status < 500
  return !refused && failures < 2
}
