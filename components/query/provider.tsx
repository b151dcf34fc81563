'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RequestProblem } from './fetch-json.ts'

/** One cache per open page; nothing is stored in the browser. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function makeClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: shouldRetry } } })
}

/** Retries lost connections only, because a refusal would be repeated. */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof RequestProblem && error.status > 0 && error.status < 500
  return !refused && failures < 2
}
