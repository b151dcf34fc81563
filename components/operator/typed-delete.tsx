'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Form, useForm } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'

type TypedDeleteProps = { url: string; expected: string; title: string; text: string; label: string; button: string }

/** Deletes something permanently, after its name was typed. */
export function TypedDelete({ url, expected, title, text, label, button }: TypedDeleteProps) {
  const t = useTranslations('operatorForms.registrations')
  const id = useId()
  const form = useForm({
    send: text => sendOnly('DELETE', url, { typed: text('typed') }),
    faults: field => (field === 'typed' ? t('faults.typed') : null),
  })
  return (
    <Disclosure title={title} danger>
      <Form
        form={form}
        submit={button}
        variant="destroy"
        className="mt-2 grid max-w-xl gap-4 rounded-xl border border-line p-4"
      >
        <p className="text-[0.9375rem]">{text}</p>
        <TextField {...form.field('typed', id)} label={label} hint={<code>{expected}</code>} autoComplete="off" />
      </Form>
    </Disclosure>
  )
}
