import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { FormEnd, PasswordField, UserName } from '#components/auth/form.tsx'
import { readWait, type Wait } from '#components/auth/query.ts'
import { PasskeyConfirm } from '#components/passkeys/confirm.tsx'
import { PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listPasskeys } from '#lib/services/people/passkeys.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { ownPath } from '#lib/session.ts'

export const generateMetadata = titleOf('leaving.confirm.title')

export default userPage(['leaving'], async ({ session, query }) => {
  const { next, error, held, done } = query
  const onTo = ownPath(typeof next === 'string' ? next : null)
  const isFresh = isFreshlyAuthenticated(session)
  if (isFresh && done === '1') return <Confirmed />
  if (isFresh && held !== '1') redirect(onTo ?? '/settings')
  if (isFresh) return <Kept next={onTo} />
  return (
    <ReauthenticationForm
      email={session.email}
      next={onTo}
      isHeld={held === '1'}
      hasPasskey={(await listPasskeys(session)).length > 0}
      error={typeof error === 'string' ? error : null}
      wait={readWait(query)}
    />
  )
})

/** In a tab of its own. */
function Confirmed() {
  const t = useTranslations('leaving.confirm.done')
  return <PageHeader title={t('title')} lead={t('lead')} />
}

/** After signing in again: the form of before is sent on a press, and the way to its page without it. */
function Kept({ next }: { next: string | null }) {
  const t = useTranslations('leaving.confirm.kept')
  return (
    <div className="max-w-xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card as="div">
        <PostForm action="/settings/confirm/start" sends={{ next, held: '1' }}>
          <FormEnd cancel={t('cancel')} submit={t('submit')} page={next ?? '/settings'} />
        </PostForm>
      </Card>
    </div>
  )
}

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
  const known = errors.find(name => name === error) ?? (error === null ? null : 'our_fault')
  return (
    <div className="max-w-xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card as="div">
        <PostForm
          id="confirm"
          action="/settings/confirm/start"
          className="grid gap-5"
          sends={{ next, held: isHeld ? '1' : null }}
        >
          {hasPasskey ? <PasskeyConfirm formId="confirm" /> : null}
          {known ? (
            <Alert tone="danger" announce="assertive">
              {t(`errors.${known}`, wait)}
            </Alert>
          ) : null}
          <p className="text-soft">
            {t('account')} <span className="wrap-anywhere font-semibold text-ink">{email}</span>
          </p>
          <UserName email={email} />
          <PasswordField label={t('password')} />
          <FormEnd cancel={t('cancel')} submit={t('submit')} />
        </PostForm>
      </Card>
    </div>
  )
}
