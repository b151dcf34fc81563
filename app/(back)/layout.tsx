import type { ReactNode } from 'react'
import LinkLayout from '#app/(link)/layout.tsx'
import UserLayout from '#app/(user)/layout.tsx'
import { currentSession } from '#lib/session.ts'

/** A bank sends people back here, signed in or not: who is has the house around them, who is not has the way in. */
export default async function BackLayout({ children }: { children: ReactNode }) {
  return (await currentSession()) ? <UserLayout>{children}</UserLayout> : <LinkLayout>{children}</LinkLayout>
}
