'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { onChange, RequestProblem } from './fetch-json.ts'

let inBrowser: QueryClient | null = null

/** For components that read while one looks. One cache as long as the application is open; nothing is stored in the browser. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    if (typeof window === 'undefined') return makeClient()
    inBrowser ??= openInBrowser()
    return inBrowser
  })
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** On the server nothing is changed by requests of its own, and no client outlives its page. */
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
