import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { PayShell } from '#components/pay/shell.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

/** Addresses of payment links are unlisted: no search engine, no referrer. */
export const metadata: Metadata = { robots: { index: false }, referrer: 'same-origin' }

export default function LinkLayout({ children }: { children: ReactNode }) {
  return <PayShell legal={readLegal()}>{children}</PayShell>
}
