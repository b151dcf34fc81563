'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'

type InvitationAnswerProps = { invitation: string; name: string; children: ReactNode }

/** Accepts or declines an invitation, and confirms the answer in place of what was asked. */
export function InvitationAnswer({ invitation, name, children }: InvitationAnswerProps) {
  const t = useTranslations('household.invitation')
  const [accepted, setAccepted] = useState(true)
  const action = useAction('nothing')
  const answer = (accept: boolean) =>
    action.run(() => {
      setAccepted(accept)
      return sendOnly('POST', '/api/household/answer', { invitation, accept })
    })
  if (action.done) return <Done accepted={accepted} name={name} />
  return (
    <>
      {children}
      <p className="mt-4">{t('nothingYet', { name })}</p>
      <ProblemNote error={action.problem} title={t('failed')} className="mt-4" />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button loading={action.pending && accepted} onClick={() => answer(true)}>
          {t('accept')}
        </Button>
        <Button variant="secondary" loading={action.pending && !accepted} onClick={() => answer(false)}>
          {t('decline')}
        </Button>
      </div>
    </>
  )
}

function Done({ accepted, name }: { accepted: boolean; name: string }) {
  const t = useTranslations('household.invitation')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Icon name={accepted ? 'success' : 'info'} className="size-9 text-positive" />
      <h1 ref={heading} tabIndex={-1} className="mt-3 text-2xl font-semibold outline-none">
        {t(accepted ? 'acceptedTitle' : 'declinedTitle')}
      </h1>
      <p className="mt-1">{accepted ? t('acceptedText') : t('declinedText', { name })}</p>
      <ButtonLink href={accepted ? '/household' : '/home'} className="mt-5">
        {t(accepted ? 'open' : 'home')}
      </ButtonLink>
    </>
  )
}
