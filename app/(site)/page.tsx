import { Landing } from '#components/site/landing.tsx'
import { currentSession } from '#lib/session.ts'

export default async function LandingPage() {
  const session = await currentSession()
  return <Landing signedIn={session !== null} />
}
