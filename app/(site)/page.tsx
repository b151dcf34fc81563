import { parisDay } from '@guichet/values/calendar/paris.ts'
import { Landing } from '#components/site/landing.tsx'
import { now } from '#lib/clock.ts'
import { readSandboxUrl } from '#lib/services/banks/sandbox.ts'
import { currentSession } from '#lib/session.ts'

export default async function LandingPage() {
  const session = await currentSession()
  return <Landing signedIn={session !== null} today={parisDay(now())} sandboxUrl={readSandboxUrl()} />
}
