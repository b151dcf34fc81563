import type { ReactNode } from 'react'
import { PlainFrame } from '#components/layout/plain-frame.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

/** Without a session, because the page must answer when the database doesn't. */
export default function StatusLayout({ children }: { children: ReactNode }) {
  return (
    <PlainFrame legal={readLegal()} main="pt-4 sm:px-8 sm:pt-10">
      {children}
    </PlainFrame>
  )
}
