'use client'

import type { ConsentChoice } from '@guichet/stet/terms/consent-choice.ts'
import { useTranslations } from 'next-intl'
import { PostForm } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { fieldsOfChoice } from '#lib/domain/consent/form.ts'
import type { ConsentDiffView, ConsentMatrixView } from '#lib/views/consent.ts'
import { Review } from './review.tsx'
import { useSummary } from './use-summary.ts'

type ReviewFormProps = { matrix: ConsentMatrixView; choice: ConsentChoice; diff: ConsentDiffView }

/** The review as a plain form, which posts the displayed choice with its hash. */
export function ReviewForm({ matrix, choice, diff }: ReviewFormProps) {
  const t = useTranslations('consent')
  const { bank, connectionId, expiresAt, version } = matrix
  const summarise = useSummary({ bankName: bank.name, expiresAt })
  const page = `/connections/${connectionId}/consent`
  const brings = diff.added.length > 0 || diff.identity === 'added'
  const fields = [
    { name: 'version', value: version },
    { name: 'hash', value: diff.hash },
    { name: 'brings', value: brings ? 'yes' : 'no' },
    ...fieldsOfChoice(choice),
  ]
  return (
    <PostForm action={`${page}/send`}>
      {fields.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <Review
        diff={diff}
        bankName={bank.name}
        isFirst={version === 0}
        summary={summarise(choice)}
        sending={false}
        problem={null}
        back={
          <ButtonLink href={page} variant="secondary">
            {t('back')}
          </ButtonLink>
        }
      />
    </PostForm>
  )
}
