import { useTranslations } from 'next-intl'
import { describeControl, Field } from '#components/ui/field.tsx'
import { PasswordInput } from '#components/ui/password-input.tsx'
import type { AuthFault } from './query.ts'

type NewPasswordFieldProps = { label: string; fault: AuthFault | null }

/** The field of a new password: advice above it, the fault below it. */
export function NewPasswordField({ label, fault }: NewPasswordFieldProps) {
  const t = useTranslations()
  const error = fault?.field === 'password' ? t(`auth.errors.fields.password.${fault.fault}`) : undefined
  const password = { id: 'password', label, hint: t('auth.passwordHint'), error }
  return (
    <Field {...password}>
      <PasswordInput
        {...describeControl(password)}
        name="password"
        autoComplete="new-password"
        minLength={8}
        required
        showLabel={t('common.showPassword')}
        hideLabel={t('common.hidePassword')}
      />
    </Field>
  )
}
