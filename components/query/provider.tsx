'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { openQueries } from './client.ts'

/** For components that read while one looks. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(openQueries)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
