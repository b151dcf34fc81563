'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { onChange, RequestProblem } from './fetch-json.ts'

let inBrowser: QueryClient | null = null

/** For components that read while one looks. One cache as long as the application is open; nothing is stored in the browser. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => {
    if (typeof window === 'undefined') return makeClient()
    inBrowser ??= makeClient()
    return inBrowser
  })
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function makeClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: shouldRetry } } })
  onChange(() => client.removeQueries({ type: 'inactive' }))
  return client
}

/** Retries lost connections only, because a refusal would be repeated. */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof RequestProblem && error.status > 0 && error.status < 500
  return !refused && failures < 2
}
