import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pathOf, queryOf } from '#app/read-request.ts'
import { RefusalNote } from '#components/failures/refusal-note.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { HandoffBoard } from '#components/phone/handoff-board.tsx'
import { QrPanel } from '#components/phone/qr-panel.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { qrAddressOf, readHandoff } from '#lib/services/connections/app-to-app.ts'
import { requireSession } from '#lib/session.ts'

type HandoffPageProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('phone')
  return { title: t('title'), referrer: 'no-referrer' }
}

/** The computer's side of a link flow that goes on on a phone. */
export default async function HandoffPage({ params, searchParams }: HandoffPageProps) {
  const session = await requireSession()
  const { bank, handoffId } = await pathOf(params, 'bank', 'handoffId')
  const handoff = await readHandoff(session.userId, handoffId).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })
  if (!handoff || handoff.bank.code !== bank) notFound()
  const [address, t] = await Promise.all([qrAddressOf(session, handoffId), getTranslations('phone')])
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <ClientWords areas={['phone']}>
        <HandoffBoard
          initial={handoff}
          qr={<QrPanel address={address} expiresAt={handoff.expiresAt} />}
          error={<RefusalNote code={(await queryOf(searchParams)).error} />}
        />
      </ClientWords>
    </>
  )
}
