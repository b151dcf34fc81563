'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'

/** Yes or no, and that it is said. */
export function InvitationAnswer({ token, name }: { token: string; name: string }) {
  const t = useTranslations('household.invitation')
  const client = useQueryClient()
  const reply = useMutation({
    mutationFn: (accept: boolean) => sendOnly('POST', '/api/household/answer', { token, accept }),
    onSuccess: () => client.removeQueries(),
  })
  if (reply.isSuccess) return <Done accepted={reply.variables} name={name} />
  return (
    <>
      <p className="mt-4">{t('nothingYet', { name })}</p>
      {reply.isError ? (
        <div className="mt-4">
          <ProblemNote error={reply.error} title={t('failed')} />
        </div>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button loading={reply.isPending && reply.variables} onClick={() => reply.mutate(true)}>
          {t('accept')}
        </Button>
        <Button
          variant="secondary"
          loading={reply.isPending && !reply.variables}
          onClick={() => (reply.isPending ? undefined : reply.mutate(false))}
        >
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
    <div className="mt-6 border-t border-line pt-6">
      <Icon name={accepted ? 'success' : 'info'} className="size-9 text-positive" />
      <h2 ref={heading} tabIndex={-1} className="mt-3 text-xl font-semibold outline-none">
        {t(accepted ? 'acceptedTitle' : 'declinedTitle')}
      </h2>
      <p className="mt-1">{accepted ? t('acceptedText') : t('declinedText', { name })}</p>
      <ButtonLink href={accepted ? '/household' : '/home'} className="mt-5">
        {t(accepted ? 'open' : 'home')}
      </ButtonLink>
    </div>
  )
}
