import type { ReactNode } from 'react'
import LinkLayout from '#app/(link)/layout.tsx'
import UserLayout from '#app/(user)/layout.tsx'
import { currentSession } from '#lib/session.ts'

/** Pages to which a bank redirects people, with the navigation if they are signed in, with a link to sign in otherwise. */
export default async function BackLayout({ children }: { children: ReactNode }) {
  return (await currentSession()) ? <UserLayout>{children}</UserLayout> : <LinkLayout>{children}</LinkLayout>
}
