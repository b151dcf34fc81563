import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { claimCookieName } from '#app/callback/claim-cookie.ts'
import { pathOf, queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/refusal-note.tsx'
import { formatDate } from '#components/format/date-text.ts'
import { LinkNotice } from '#components/link/ending.tsx'
import { QuarantineNotice, type QuarantineVisitor } from '#components/link/quarantine-notice.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { showPhoneCode } from '#lib/services/connections/app-to-app.ts'
import { readFlow } from '#lib/services/connections/link.ts'
import { readHome } from '#lib/services/home/read.ts'
import { currentSession } from '#lib/session.ts'
import type { LinkFlowView } from '#lib/views/banking.ts'

type ResumePageProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

export const generateMetadata = titleOf('link.resume.title', { referrer: 'no-referrer', robots: { index: false } })

/** Tokens wait here until the person who started the link flow signs in and confirms it (C9). */
export default async function ResumePage({ params, searchParams }: ResumePageProps) {
  const { flowId } = await pathOf(params, 'flowId')
  const session = await currentSession()
  const flow = await readFlow(flowId, session?.userId ?? null)
  if (flow?.status !== 'quarantined') redirect(`/link/result/${encodeURIComponent(flowId)}`)
  const code = session === null ? await showPhoneCode(flowId, await claimSecret(flowId)) : null
  if (code !== null) return <PhoneCode flow={flow} code={code} />
  const { error } = await queryOf(searchParams)
  return (
    <>
      <RefusalNote code={error} className="mx-auto mb-6 max-w-2xl" />
      <QuarantineNotice flow={flow} visitor={await whoIs(session?.userId ?? null, flow.id)} />
    </>
  )
}

async function claimSecret(flowId: string): Promise<string | null> {
  return (await cookies()).get(claimCookieName(flowId))?.value ?? null
}

/** Home asks only the person who started a link flow to check it. */
async function whoIs(userId: string | null, flowId: string): Promise<QuarantineVisitor> {
  if (!(await cookies()).has(claimCookieName(flowId))) return 'elsewhere'
  if (userId === null) return 'nobody'
  const { attention } = await readHome(userId)
  return attention.some(asked => asked.flowId === flowId) ? 'starter' : 'other'
}

/** The phone that came back from the bank: the code for the computer, with the warning not to pass it on. */
function PhoneCode({ flow, code }: { flow: LinkFlowView; code: string }) {
  const t = useTranslations('phone.code')
  const locale = useLocale()
  const next = encodeURIComponent(`/link/resume/${flow.id}`)
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('title')}
      actions={
        <ButtonLink href={`/signin?next=${next}`} variant="quiet">
          {t('signIn')}
        </ButtonLink>
      }
    >
      <p className="text-lg">{t('text', { bank: flow.bank.name })}</p>
      <p className="rounded-2xl bg-sunken px-4 py-5 text-center">
        <span className="block text-sm text-soft">{t('label')}</span>
        <code className="tabular text-[2rem] font-semibold tracking-wider whitespace-nowrap" translate="no">
          {code}
        </code>
      </p>
      <Alert tone="warning">{t('warn')}</Alert>
      {flow.quarantinedUntil ? <p>{t('until', { time: formatDate(flow.quarantinedUntil, locale, 'time') })}</p> : null}
      <p className="text-soft">{t('close')}</p>
    </LinkNotice>
  )
}
