'use client'

import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'

type PayeeChoicesProps = {
  /** The holder's name of a close match. */
  matchedName: string | null
  pending: boolean
  /** With the holder's name, or null for the name as typed. */
  onChoose: (name: string | null) => void
}

/** After an answer other than a match: the holder's name if it is known, or the name as typed. */
export function PayeeChoices({ matchedName, pending, onChoose }: PayeeChoicesProps) {
  const t = useTranslations('verification')
  return (
    <div className="flex flex-wrap gap-2">
      {matchedName === null ? null : (
        <Button type="button" loading={pending} onClick={() => onChoose(matchedName)}>
          {t('use', { name: matchedName })}
        </Button>
      )}
      <Button
        type="button"
        variant={matchedName === null ? 'primary' : 'secondary'}
        loading={pending}
        onClick={() => onChoose(null)}
      >
        {t('save')}
      </Button>
    </div>
  )
}
