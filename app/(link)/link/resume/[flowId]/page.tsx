import { ShieldQuestion } from 'lucide-react'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { claimCookieName } from '#app/callback/claim-cookie.ts'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { RefusalNote } from '#components/failures/told.tsx'
import { formatDate } from '#components/format/text.ts'
import { LinkNotice } from '#components/link/ending.tsx'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { showPhoneCode } from '#lib/services/connections/app-to-app.ts'
import { readFlow } from '#lib/services/connections/link.ts'
import { readHome } from '#lib/services/home/read.ts'
import { currentSession } from '#lib/session.ts'
import type { LinkFlowView } from '#lib/views/banking.ts'

export const generateMetadata = titleOf('link.resume.title', { referrer: 'no-referrer', robots: { index: false } })

/** Tokens wait here until the person who started the link flow signs in and confirms it (C9). */
export default openPage(async ({ part, query: { error } }) => {
  const flowId = part('flowId')
  const session = await currentSession()
  const flow = await readFlow(flowId, session?.userId ?? null)
  if (flow?.status !== 'quarantined') redirect(`/link/result/${encodeURIComponent(flowId)}`)
  const code = session === null ? await showPhoneCode(flowId, await claimSecret(flowId)) : null
  if (code !== null) return <PhoneCode flow={flow} code={code} />
  return (
    <>
      <RefusalNote code={error} className="mx-auto mb-6 max-w-2xl" />
      <QuarantineNotice flow={flow} visitor={await whoIs(session?.userId ?? null, flow.id)} />
    </>
  )
})

async function claimSecret(flowId: string): Promise<string | null> {
  return (await cookies()).get(claimCookieName(flowId))?.value ?? null
}

/** Home asks only the person who started a link flow to check it. */
async function whoIs(userId: string | null, flowId: string): Promise<QuarantineVisitor> {
  if (!(await cookies()).has(claimCookieName(flowId))) return 'elsewhere'
  if (userId === null) return 'nobody'
  const { attention } = await readHome({ userId })
  return attention.some(asked => asked.flowId === flowId) ? 'starter' : 'other'
}

function signInLink({ id }: LinkFlowView, button: Omit<ComponentProps<typeof ButtonLink>, 'href'>) {
  return <ButtonLink {...button} href={`/signin?next=${encodeURIComponent(`/link/resume/${id}`)}`} />
}

/** The phone that came back from the bank: the code for the computer, with the warning not to pass it on. */
function PhoneCode({ flow, code }: { flow: LinkFlowView; code: string }) {
  const t = useTranslations('phone.code')
  const locale = useLocale()
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('title')}
      actions={signInLink(flow, { variant: 'quiet', children: t('signIn') })}
    >
      <p className="text-lg">{t('text', nameBank(flow.bank.name))}</p>
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

/**
 * The visitor of a link flow in quarantine. In the browser that returned from the bank: nobody signed in, the person who
 * started the flow, or somebody else. `elsewhere`: anybody in another browser, where nothing can be claimed (C9).
 */
type QuarantineVisitor = 'nobody' | 'starter' | 'other' | 'elsewhere'

/** Shown if the bank redirected to a browser other than the initiator's: why we ask, and how to continue (C9). */
function QuarantineNotice({ flow, visitor }: { flow: LinkFlowView; visitor: QuarantineVisitor }) {
  if (visitor === 'elsewhere') return <ElsewhereNotice flow={flow} />
  return visitor === 'starter' ? <ClaimNotice flow={flow} /> : <SignInNotice flow={flow} visitor={visitor} />
}

function SignInNotice({ flow, visitor }: { flow: LinkFlowView; visitor: QuarantineVisitor }) {
  const t = useTranslations('link.resume')
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('title')}
      actions={signInLink(flow, { size: 'large', children: t('signIn') })}
    >
      <p className="text-lg">{t('happened', nameBank(flow.bank.name))}</p>
      {visitor === 'other' ? <Alert tone="warning">{t('signedInOther')}</Alert> : null}
      <div className="rounded-xl bg-sunken p-4">
        <h2 className="flex items-center gap-2 font-semibold">
          <ShieldQuestion aria-hidden="true" className="size-5 text-brand" />
          {t('whyTitle')}
        </h2>
        <p className="mt-1.5">{t('why')}</p>
        <p className="mt-2 text-soft">{t('happensApp')}</p>
      </div>
      <Deadline flow={flow} />
      <p className="text-soft">{t('signInHint')}</p>
      <p className="font-medium">{t('notYou')}</p>
    </LinkNotice>
  )
}

function ClaimNotice({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.resume')
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('claimTitle', nameBank(flow.bank.name))}
      actions={
        <PostForm action={`/link/resume/${flow.id}/claim`} className="flex flex-wrap gap-3">
          <Button type="submit" size="large">
            {t('claim')}
          </Button>
          <ButtonLink href="/home" size="large" variant="secondary">
            {t('decline')}
          </ButtonLink>
        </PostForm>
      }
    >
      <p className="text-lg">{t('claimText')}</p>
      <Alert tone="warning">{t('claimCheck')}</Alert>
      <Deadline flow={flow} />
    </LinkNotice>
  )
}

function ElsewhereNotice({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.resume')
  return (
    <LinkNotice
      bank={flow.bank}
      title={t('elsewhereTitle')}
      actions={
        <ButtonLink href={`/link/${flow.bank.code}`} variant="secondary">
          {t('elsewhereRestart')}
        </ButtonLink>
      }
    >
      <p className="text-lg">{t('elsewhereText', nameBank(flow.bank.name))}</p>
      <p className="text-soft">{t('elsewhereWhy')}</p>
      <Deadline flow={flow} />
      <p className="font-medium">{t('notYou')}</p>
    </LinkNotice>
  )
}

function Deadline({ flow }: { flow: LinkFlowView }) {
  const t = useTranslations('link.resume')
  const locale = useLocale()
  if (!flow.quarantinedUntil) return null
  return <p>{t('until', { time: formatDate(flow.quarantinedUntil, locale, 'time') })}</p>
}
