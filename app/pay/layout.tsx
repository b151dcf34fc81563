import type { Metadata } from 'next'
import type { ReactNode } from 'react'

/** Addresses of payments are unlisted: no search engine, no referrer. */
export const metadata: Metadata = { robots: { index: false }, referrer: 'same-origin' }

export default function PayLayout({ children }: { children: ReactNode }) {
  return children
}
