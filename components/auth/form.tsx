import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import { describeControl, Field, type FieldWords, TextField } from '#components/ui/field.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PasswordInput } from '#components/ui/password-input.tsx'
import type { AuthError, AuthFault, Wait } from './query.ts'

type AuthFormProps = {
  action: string
  sends?: Readonly<Record<string, string | null>>
  /** Why the last try failed, below `failed`. */
  error: AuthError | null
  wait: Wait
  failed: string
  submit: string
  /** The way back to the settings, for a form of theirs. */
  cancel?: string
  children: ReactNode
}

/** A form of a person's access. The browser sends it, so it works without a script and with password managers. */
export function AuthForm({ action, sends, error, wait, failed, submit, cancel, children }: AuthFormProps) {
  const t = useTranslations('auth.errors')
  return (
    <PostForm action={action} sends={sends} className="grid gap-5">
      {error ? (
        <Alert tone="danger" title={failed} announce="assertive">
          {t(error, wait)}
        </Alert>
      ) : null}
      {children}
      {cancel === undefined ? (
        <Button type="submit" size="large" wide className="mt-1">
          {submit}
        </Button>
      ) : (
        <FormEnd cancel={cancel} submit={submit} />
      )}
    </PostForm>
  )
}

/** The end of a form of the settings; `page` is where cancelling leads. */
export function FormEnd({ cancel, submit, page = '/settings' }: { cancel: string; submit: string; page?: string }) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row">
      <ButtonLink href={page} variant="secondary">
        {cancel}
      </ButtonLink>
      <Button type="submit">{submit}</Button>
    </div>
  )
}

type EmailFieldProps = { label: string; autoComplete?: string; value?: string | undefined; fault?: AuthFault | null }

export function EmailField({ label, autoComplete = 'username', value, fault }: EmailFieldProps) {
  const t = useTranslations('auth.errors.fields.email')
  return (
    <TextField
      name="email"
      type="email"
      label={label}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
      maxLength={254}
      required
      error={fault?.field === 'email' ? t('invalid') : undefined}
    />
  )
}

/** The password there is, or a new one: then with advice above it and the fault below it. */
export function PasswordField({ label, fault }: { label: string; fault?: AuthFault | null }) {
  const t = useTranslations()
  const isNew = fault !== undefined
  const error = fault?.field === 'password' ? t(`auth.errors.fields.password.${fault.fault}`) : undefined
  const words: FieldWords = { id: 'password', label, hint: isNew ? t('auth.passwordHint') : undefined, error }
  return (
    <Field {...words}>
      <PasswordInput
        {...describeControl(words)}
        name="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        minLength={isNew ? 8 : undefined}
        required
        showLabel={t('common.showPassword')}
        hideLabel={t('common.hidePassword')}
      />
    </Field>
  )
}

/** Password managers look for the user name next to the password. */
export function UserName({ email }: { email: string }) {
  return <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
}

type AuthCardProps = { title: ReactNode; lead: ReactNode; children: ReactNode; below: ReactNode }

/** The card of a sign-in form, with the arch of the brand. */
export function AuthCard({ title, lead, children, below }: AuthCardProps) {
  return (
    <div className="w-full max-w-md">
      <h1 className="text-3xl font-semibold tracking-[-0.03em] sm:text-4xl">{title}</h1>
      <p className="mt-2 mb-8 text-soft">{lead}</p>
      {children}
      {below === null ? null : <div className="mt-8 border-t border-line pt-6 text-soft">{below}</div>}
    </div>
  )
}
