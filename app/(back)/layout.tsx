import type { ReactNode } from 'react'
import LinkLayout from '#app/(link)/layout.tsx'
import UserLayout from '#app/(user)/layout.tsx'
import { currentSession } from '#lib/session.ts'

/** A bank sends people back here, signed in or not: with the navigation for whoever is signed in, with a link to sign in for whoever is not. */
export default async function BackLayout({ children }: { children: ReactNode }) {
  return (await currentSession()) ? <UserLayout>{children}</UserLayout> : <LinkLayout>{children}</LinkLayout>
}
