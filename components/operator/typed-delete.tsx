'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'

type TypedDeleteProps = { url: string; expected: string; title: string; text: string; label: string; button: string }

/** Deletes something permanently, after its name was typed. */
export function TypedDelete({ url, expected, title, text, label, button }: TypedDeleteProps) {
  const t = useTranslations('operatorForms.registrations')
  const id = useId()
  const action = useAction()
  const remove = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '')
    void action.run(() => sendOnly('DELETE', url, { typed }))
  }
  return (
    <Disclosure title={title} danger>
      <ScriptedForm onSubmit={remove} noValidate className="mt-2 grid max-w-xl gap-4 rounded-xl border border-line p-4">
        <p className="text-[0.9375rem]">{text}</p>
        <TextField
          id={id}
          name="typed"
          label={label}
          hint={<code>{expected}</code>}
          error={action.field === 'typed' ? t('faults.typed') : undefined}
          autoComplete="off"
        />
        <div>
          <Button type="submit" variant="destroy" loading={action.pending}>
            {button}
          </Button>
        </div>
        <ActionNote action={action} faultOf={field => (field === 'typed' ? t('faults.typed') : null)} />
      </ScriptedForm>
    </Disclosure>
  )
}
