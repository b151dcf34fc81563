import type { Metadata } from 'next'
import type { ReactNode } from 'react'

/** Addresses of payment links are unlisted: no search engine, no referrer. */
export const metadata: Metadata = { robots: { index: false }, referrer: 'same-origin' }

export default function LinkLayout({ children }: { children: ReactNode }) {
  return children
}
