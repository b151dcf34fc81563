import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { readWait, type Wait } from '#components/auth/query.ts'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { PasskeyConfirm } from '#components/passkeys/confirm.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { describeControl, Field } from '#components/ui/field.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { PasswordInput } from '#components/ui/password-input.tsx'
import { listPasskeys } from '#lib/services/people/passkeys.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { ownPath } from '#lib/session.ts'

export const generateMetadata = titleOf('leaving.confirm.title')

export default userPage(async ({ session, query }) => {
  const { next, error, held } = query
  const onTo = ownPath(typeof next === 'string' ? next : null)
  if (isFreshlyAuthenticated(session)) redirect(onTo ?? '/settings')
  return (
    <ClientWords areas={['common', 'leaving']}>
      <ReauthenticationForm
        email={session.email}
        next={onTo}
        isHeld={held === '1'}
        hasPasskey={(await listPasskeys(session.userId)).length > 0}
        error={typeof error === 'string' ? error : null}
        wait={readWait(query)}
      />
    </ClientWords>
  )
})

type ReauthenticationFormProps = {
  email: string
  next: string | null
  /** Whether the browser holds a form that is submitted afterwards. */
  isHeld?: boolean
  hasPasskey?: boolean
  error: string | null
  wait: Wait
}

const errors = ['wrong_credentials', 'too_many_tries', 'invalid_input'] as const

/** Asks for the password again before a guarded act. A plain form: it works without JavaScript. */
function ReauthenticationForm({
  email,
  next,
  isHeld = false,
  hasPasskey = false,
  error,
  wait,
}: ReauthenticationFormProps) {
  const t = useTranslations('leaving.confirm')
  const tCommon = useTranslations('common')
  const password = { id: 'password', label: t('password') }
  const known = errors.find(name => name === error) ?? (error === null ? null : 'our_fault')
  return (
    <div className="max-w-xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card as="div">
        <form id="confirm" method="post" action="/settings/confirm/start" className="grid gap-5">
          {hasPasskey ? <PasskeyConfirm formId="confirm" /> : null}
          {known ? (
            <Alert tone="danger" announce="assertive">
              {t(`errors.${known}`, wait)}
            </Alert>
          ) : null}
          {next ? <input type="hidden" name="next" value={next} /> : null}
          {isHeld ? <input type="hidden" name="held" value="1" /> : null}
          <p className="text-soft">
            {t('account')} <span className="wrap-anywhere font-semibold text-ink">{email}</span>
          </p>
          {/* Password managers look for the user name next to the password. */}
          <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
          <Field {...password}>
            <PasswordInput
              {...describeControl(password)}
              name="password"
              autoComplete="current-password"
              required
              showLabel={tCommon('showPassword')}
              hideLabel={tCommon('hidePassword')}
            />
          </Field>
          <div className="flex flex-col-reverse gap-3 sm:flex-row">
            <ButtonLink href="/settings" variant="secondary">
              {t('cancel')}
            </ButtonLink>
            <button type="submit" className={buttonClass()}>
              {t('submit')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}
