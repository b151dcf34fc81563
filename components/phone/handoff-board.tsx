'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDate } from '#components/format/text.ts'
import { usePolled } from '#components/query/use-polled.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { PostButton, PostForm, Spinner } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { HandoffView } from '#lib/views/handoff.ts'

const pollMs = 1_500
const ended: readonly HandoffView['status'][] = ['done', 'failed', 'expired', 'cancelled']

type HandoffBoardProps = {
  initial: HandoffView
  /** The QR code, rendered on the server; null in a browser that may not show it. */
  qr: ReactNode
  error: ReactNode
}

/** The computer's page of a link flow continued on a phone: the QR code, the phone's progress, then the field for the code. */
export function HandoffBoard({ initial, qr, error }: HandoffBoardProps) {
  const t = useTranslations('phone')
  const handoff = useHandoff(initial)
  const { status, bank } = handoff
  const name = nameBank(bank.name)
  return (
    <Card as="div" className="mx-auto w-full max-w-3xl sm:p-8">
      <div className="flex items-start gap-4">
        <BankLogo bank={bank} />
        <div role="status" className="min-w-0">
          <h2 className="flex items-center gap-2.5 text-xl font-semibold">
            {t(`status.${status}.title`, name)}
            {ended.includes(status) ? null : <Spinner />}
          </h2>
          <p className="mt-1 text-soft">{t(`status.${status}.text`, name)}</p>
        </div>
      </div>
      <div className="mt-6 grid gap-6">
        {error}
        {status === 'waiting' ? qr : null}
        {status === 'code_needed' ? <CodeForm handoff={handoff} /> : null}
        <NextStep handoff={handoff} />
      </div>
      <noscript>
        <p className="mt-6 text-sm text-soft">{t('noScript')}</p>
      </noscript>
    </Card>
  )
}

/** Polls the phone's progress, and continues automatically if nothing is left to do here. */
function useHandoff(initial: HandoffView): HandoffView {
  const router = useRouter()
  const gapOf = ({ status }: HandoffView) => (ended.includes(status) ? null : pollMs)
  const { view: handoff } = usePolled(`/api/handoffs/${initial.id}`, initial, gapOf, true)
  const { status, connectionId } = handoff
  useEffect(() => {
    if (status === 'done' && connectionId) router.push(`/connections/${connectionId}/consent`)
  }, [status, connectionId, router])
  return handoff
}

const handoffPath = ({ bank, id }: HandoffView) => `/link/${encodeURIComponent(bank.code)}/phone/${id}`

function CodeForm({ handoff }: { handoff: HandoffView }) {
  const t = useTranslations('phone')
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <PostForm
      ref={form}
      action={`${handoffPath(handoff)}/confirm`}
      className="grid gap-4"
      submit={t('codeSubmit')}
      size="large"
    >
      <TextField
        id="handoff-code"
        name="code"
        label={t('codeLabel')}
        hint={t('codeHint', { tries: handoff.triesLeft })}
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={20}
        className="max-w-sm"
      />
      {handoff.quarantinedUntil ? (
        <p className="text-sm text-soft">
          {t('codeUntil', { time: formatDate(handoff.quarantinedUntil, locale, 'time') })}
        </p>
      ) : null}
    </PostForm>
  )
}

function NextStep({ handoff }: { handoff: HandoffView }) {
  const t = useTranslations('phone')
  const { status, connectionId, bank } = handoff
  if (status === 'done')
    return connectionId ? (
      <div>
        <ButtonLink href={`/connections/${connectionId}/consent`}>{t('doneAction')}</ButtonLink>
      </div>
    ) : null
  const over = status === 'failed' || status === 'expired' || status === 'cancelled'
  return (
    <div className="flex flex-wrap gap-3">
      {over ? (
        <PostButton action={`/link/${encodeURIComponent(bank.code)}/phone`}>{t('again')}</PostButton>
      ) : (
        <PostButton action={`${handoffPath(handoff)}/cancel`} variant="quiet">
          {t('cancel')}
        </PostButton>
      )}
      <noscript>
        <a href={handoffPath(handoff)} className="link inline-flex min-h-11 items-center">
          {t('reload')}
        </a>
      </noscript>
    </div>
  )
}
