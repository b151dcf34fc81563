'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RequestProblem } from './fetch-json.ts'

/** One cache per open page; nothing is kept in the browser's storage. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function makeClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: shouldRetry } } })
}

/** A refusal will be the same next time; a broken line may not. */
function shouldRetry(failures: number, error: Error): boolean {
  const refused = error instanceof RequestProblem && error.status > 0 && error.status < 500
  return !refused && failures < 2
}
