import type { ReactNode } from 'react'
import { PlainFrame } from '#components/layout/plain-frame.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

/** Pages to which a bank redirects people, signed in or not. */
export default function LinkLayout({ children }: { children: ReactNode }) {
  return (
    <PlainFrame legal={readLegal()} main="pt-4 sm:px-8 sm:pt-12">
      {children}
    </PlainFrame>
  )
}
