import type { ReactNode } from 'react'
import { PlainFrame } from '#components/layout/plain-frame.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <PlainFrame legal={readLegal()} main="flex flex-col items-center pt-8 sm:pt-16">
      {children}
    </PlainFrame>
  )
}
