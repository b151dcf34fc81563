import { useTranslations } from 'next-intl'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { isAlive } from '#lib/domain/consent/connection.ts'
import { type HolderAnswer, holderAnswers } from '#lib/domain/consent/holder.ts'
import type { ConnectionView } from '#lib/views/banking.ts'

type HolderQuestionProps = { connection: ConnectionView; person: string; className: string }

/**
 * Asks whether an access is the person's own if the bank gave a different name for it. Empty once they said yes; after a no, a
 * link to disconnect it. A plain form, which works without JavaScript.
 */
export function HolderQuestion({ connection, person, className }: HolderQuestionProps) {
  const t = useTranslations('connections.holder')
  const { id, bank, state, foreignHolder } = connection
  if (foreignHolder === null || foreignHolder.answer === 'theirs' || !isAlive(state)) return null
  const { name, answer } = foreignHolder
  const button = (value: HolderAnswer, label: string) => (
    <Button key={value} type="submit" name="answer" value={value} variant="secondary" size="small">
      {label}
    </Button>
  )
  const isDenied = answer === 'not_theirs'
  return (
    <Alert
      tone="warning"
      title={isDenied ? t('deniedTitle') : t('title', { name })}
      action={
        <PostForm action={`/connections/${id}/holder`} className="flex flex-wrap gap-2">
          {isDenied ? (
            <>
              <ButtonLink href={`/connections/${id}/disconnect`} variant="danger" size="small">
                {t('disconnect')}
              </ButtonLink>
              {button('theirs', t('correct'))}
            </>
          ) : (
            holderAnswers.map(value => button(value, t(value)))
          )}
        </PostForm>
      }
      className={className}
    >
      {isDenied ? t('deniedText', { ...nameBank(bank.name), name }) : t('text', { person })}
    </Alert>
  )
}
