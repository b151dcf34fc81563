import type { ComponentProps } from 'react'
import { Form } from '#components/actions/form.tsx'

type AddFormProps = Pick<ComponentProps<typeof Form>, 'form' | 'children'> & { t: (key: 'add' | 'added') => string }

/** Below a list in its card: the fields that add a row. */
export function AddForm({ form, t, children }: AddFormProps) {
  return (
    <Form
      form={form}
      submit={t('add')}
      variant="secondary"
      done={t('added')}
      className="grid gap-4 border-t border-line p-5 sm:p-6"
    >
      {children}
    </Form>
  )
}
