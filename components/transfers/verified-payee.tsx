'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useAction } from '#components/actions/use-action.tsx'
import { sendJson } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import type { PayeeInput, PayeeVerificationView } from '#lib/views/transfer.ts'

/** A payee who is verified at `verifyUrl` before they are stored: a match is stored at once, after any other answer the form asks. */
export function useVerifiedPayee(
  verifyUrl: string,
  store: (payee: PayeeInput) => Promise<unknown>,
  onStored: (payee: PayeeInput) => void,
) {
  const storing = useAction()
  const checking = useAction<PayeeVerificationView>('nothing')
  const [typed, setTyped] = useState<PayeeInput | null>(null)
  const { result } = checking
  const save = async (payee: PayeeInput) => {
    if (!(await storing.run(() => store(payee)))) return
    checking.reset()
    onStored(payee)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const payee = { name: text('name'), iban: text('iban'), bic: text('bic') }
    storing.reset()
    setTyped(payee)
    let answer: PayeeVerificationView['answer'] | null = null
    await checking.run(async () => {
      const verification = await sendJson<PayeeVerificationView>('POST', verifyUrl, payee)
      answer = verification.answer
      return verification
    })
    if (answer === 'match') await save(payee)
  }
  return {
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    /** Something else was typed: the answer was about what stood there before. */
    forget: () => {
      if (result !== null) checking.reset()
    },
    /** The answer that the form asks about. */
    asked:
      result === null || result.answer === 'match' || typed === null
        ? null
        : { verification: result, typed: typed.name },
    /** With the holder's name, or null for the name as typed. */
    choose: (name: string | null) => void (typed && save({ ...typed, name: name ?? typed.name })),
    pending: storing.pending,
    isBusy: storing.pending || checking.pending,
    action: checking.problem ? checking : storing,
    field: checking.field ?? storing.field,
  }
}

type PayeeChoicesProps = {
  verification: PayeeVerificationView
  pending: boolean
  /** With the holder's name, or null for the name as typed. */
  onChoose: (name: string | null) => void
}

/** After an answer other than a match: the holder's name if it is known, or the name as typed. */
export function PayeeChoices({ verification, pending, onChoose }: PayeeChoicesProps) {
  const t = useTranslations('verification')
  const matchedName = verification.answer === 'close_match' ? verification.matchedName : null
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
