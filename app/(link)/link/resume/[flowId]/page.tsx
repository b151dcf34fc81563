import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { QuarantineNotice } from '#components/link/quarantine-notice.tsx'
import { readHome } from '#lib/services/accounts.ts'
import { readFlow } from '#lib/services/link.ts'
import { currentSession } from '#lib/session.ts'

type ResumePageProps = { params: Promise<{ flowId: string }> }

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('link.resume')
  return { title: t('title'), referrer: 'no-referrer', robots: { index: false } }
}

/** Tokens wait here until the person who started the trip signs in and says so (C9). */
export default async function ResumePage({ params }: ResumePageProps) {
  const { flowId } = await params
  const session = await currentSession()
  const flow = await readFlow(flowId, session?.userId ?? null)
  if (flow?.status !== 'quarantined') redirect(`/link/result/${encodeURIComponent(flowId)}`)
  const visitor = session ? await whoIs(session.userId, flow.id) : 'nobody'
  return <QuarantineNotice flow={flow} visitor={visitor} />
}

/** Home asks only the person who started a trip to look at it. */
async function whoIs(userId: string, flowId: string): Promise<'starter' | 'other'> {
  const { attention } = await readHome(userId)
  return attention.some(asked => asked.flowId === flowId) ? 'starter' : 'other'
}
