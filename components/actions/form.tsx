'use client'

import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ButtonVariant } from '#components/ui/button-class.ts'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { ActionNote, type ActionState, type Reread, useAction } from './use-action.tsx'

/** The one way to write a form that a script sends: `useForm` says what is sent, `Form` shows what became of it. */

/** A field as typed, without spaces around it; '' if there is none. */
export type ReadText = (name: string) => string

type FormPlan<Result> = {
  readonly send: (text: ReadText, data: FormData) => Promise<Result>
  /** The form's own sentence about a refused field; null for one of another form. */
  readonly faults?: ((field: string) => string | null) | undefined
  readonly reread?: Reread<Result>
  /** Empties the fields once they were accepted. */
  readonly clears?: boolean
  readonly onDone?: () => void
}

export type FormState<Result = unknown> = Omit<ActionState<Result>, 'field'> & {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void
  readonly faultOf: (field: string) => string | null
  /** The sentence about a field, if it or a part of it was refused (`url` by `url.scheme`). */
  readonly error: (name: string) => string | undefined
  /** What connects a control with its name and its fault; `id` if the page has another field of that name. */
  readonly field: (name: string, id?: string) => { id: string; name: string; error: string | undefined }
}

export function useForm<Result>({
  send,
  faults,
  reread = 'page',
  clears = false,
  onDone,
}: FormPlan<Result>): FormState<Result> {
  const action = useAction<Result>(reread)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const text: ReadText = name => String(data.get(name) ?? '').trim()
    if (!(await action.run(() => send(text, data)))) return
    if (clears) form.reset()
    onDone?.()
  }
  const faultOf = (field: string) => faults?.(field) ?? null
  const error = (name: string) => {
    const refused = action.fields.find(field => field === name || field.startsWith(`${name}.`))
    return refused === undefined ? undefined : (faultOf(refused) ?? undefined)
  }
  return { ...action, submit, faultOf, error, field: (name, id = name) => ({ id, name, error: error(name) }) }
}

type FormProps = {
  form: Pick<FormState, 'submit' | 'faultOf' | 'pending' | 'done' | 'problem' | 'fields'>
  /** On the button. */
  submit: string
  done?: ReactNode
  variant?: ButtonVariant
  size?: 'small'
  /** Whether the browser checks the fields first. */
  checks?: boolean
  /** Beside the button. */
  more?: ReactNode
  /** The button that gives up. */
  cancel?: { readonly label: string; readonly onClick: () => void }
  /** Off where a browser that goes back would choose what the page did not. */
  autoComplete?: 'off'
  className?: string
  children: ReactNode
}

/** The fields, what became of the last try, and the button. */
export function Form({
  form,
  submit,
  done,
  variant,
  size,
  more,
  cancel,
  checks = false,
  autoComplete,
  className = 'grid gap-5',
  children,
}: FormProps) {
  return (
    <ScriptedForm onSubmit={form.submit} noValidate={!checks} autoComplete={autoComplete} className={className}>
      {children}
      <ActionNote action={form} done={done} faultOf={form.faultOf} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={variant} size={size} loading={form.pending}>
          {submit}
        </Button>
        {more}
        {cancel ? (
          <Button variant="quiet" size={size} onClick={cancel.onClick}>
            {cancel.label}
          </Button>
        ) : null}
      </div>
    </ScriptedForm>
  )
}

/** What was typed one a line, without empty lines. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

/** The file of a form; null if none was chosen. */
export function fileOf(data: FormData): File | null {
  const file = data.get('file')
  return file instanceof File && file.size > 0 ? file : null
}

/** A form's sentences about its own fields, by name. */
export function faultsOf<Name extends string>(names: readonly Name[], say: (name: Name) => string) {
  return (field: string): string | null => {
    const name = names.find(one => one === field)
    return name === undefined ? null : say(name)
  }
}

type ActionButtonProps<Result> = Omit<ComponentProps<typeof Button>, 'onClick' | 'loading' | 'form'> & {
  act: () => Promise<Result>
  faults?: ((field: string) => string | null) | undefined
  /** What is said once it was done, of its result. */
  done?: (result: Result) => ReactNode
}

/** A button that changes something by one request, with what became of it below. */
export function ActionButton<Result>({ act, faults, done, ...button }: ActionButtonProps<Result>) {
  const action = useAction<Result>()
  return (
    <div className="grid gap-3">
      <div>
        <Button {...button} loading={action.pending} onClick={() => action.run(act)} />
      </div>
      <ActionNote action={action} faultOf={faults} done={action.done ? done?.(action.result as Result) : null} />
    </div>
  )
}
