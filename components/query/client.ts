import { QueryClient } from '@tanstack/react-query'
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
  onChange(() => client.removeQueries({ type: 'inactive' }))
  return client
}

function makeClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: shouldRetry } } })
}

/** Retries lost connections only, because a refusal would be repeated. */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof RequestProblem && error.status > 0 && error.status < 500
  return !refused && failures < 2
}
