import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SignOutForm } from '#components/layout/sign-out-form.tsx'
import { PostButton, PostForm } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { aimOf } from '#lib/domain/people/aim.ts'
import { AuthCard } from './form.tsx'
import type { AuthError, Wait } from './query.ts'

export type ConfirmEmailState =
  | 'signed_out'
  | 'over_signed_out'
  | 'open'
  | 'done'
  | 'needed'
  | 'sent'
  | 'over'
  | 'other_account'

type ConfirmEmailProps = {
  state: ConfirmEmailState
  token: string
  /** Address of the signed-in person. */
  email: string
  /** Name of the account, if confirming here empties it: this browser did not sign up. */
  name: string | null
  /** Why another mail was not sent. */
  error: AuthError | null
  wait: Wait
  /** The page that the person was on the way to when they signed up. */
  next: string | null
}

const wide = buttonClass({ size: 'large', wide: true })

/** The page linked in the verification mail. Opening it changes nothing; its button confirms the address. */
export function ConfirmEmail({ state, token, email, name, error, wait, next }: ConfirmEmailProps) {
  const t = useTranslations('auth')
  const isMerchant = aimOf(next) === 'merchant'
  const home = (
    <ButtonLink href="/home" variant="secondary" size="large" wide>
      {t('confirmEmail.home')}
    </ButtonLink>
  )
  const again = (
    <div className="grid gap-3">
      <PostButton action="/email/confirm/send" size="large" wide>
        {t('confirmEmail.send')}
      </PostButton>
      {home}
    </div>
  )
  const over = { title: t('confirmEmail.overTitle'), lead: t('confirmEmail.overText') }
  const words = {
    signed_out: { title: t('confirmEmail.title'), lead: t('confirmEmail.signInText') },
    over_signed_out: over,
    open: { title: t('confirmEmail.title'), lead: t('confirmEmail.lead', { email }) },
    done: {
      title: t('confirmEmail.doneTitle'),
      lead: t(isMerchant ? 'confirmEmail.doneMerchant' : 'confirmEmail.doneText'),
    },
    needed: { title: t('confirmEmail.neededTitle'), lead: t('confirmEmail.neededText', { email }) },
    sent: { title: t('confirmEmail.sentTitle'), lead: t('confirmEmail.sentText', { email }) },
    over,
    other_account: { title: t('confirmEmail.otherTitle'), lead: t('confirmEmail.otherText', { email }) },
  }[state]
  const ways: Record<ConfirmEmailState, ReactNode> = {
    signed_out: (
      <ButtonLink
        href={`/signin?next=${encodeURIComponent(`/email/confirm?token=${token}${next === null ? '' : `&next=${next}`}`)}`}
        size="large"
        wide
      >
        {t('signIn.submit')}
      </ButtonLink>
    ),
    over_signed_out: (
      <ButtonLink href="/signin" size="large" wide>
        {t('signIn.submit')}
      </ButtonLink>
    ),
    open: (
      <PostForm action="/email/confirm/start" className="grid gap-5" sends={{ token, next }}>
        {name === null ? null : <p className="wrap-anywhere">{t('confirmEmail.named', { name })}</p>}
        <button type="submit" className={wide}>
          {t('confirmEmail.submit')}
        </button>
      </PostForm>
    ),
    done: (
      <div className="grid gap-3">
        {next === null ? (
          <ButtonLink href="/link" size="large" wide>
            {t('confirmEmail.link')}
          </ButtonLink>
        ) : (
          <ButtonLink href={next} size="large" wide>
            {t(isMerchant ? 'confirmEmail.goOnMerchant' : 'confirmEmail.goOn')}
          </ButtonLink>
        )}
        {home}
      </div>
    ),
    sent: home,
    needed: again,
    over: again,
    other_account: <SignOutForm className={wide}>{t('confirmEmail.signOut')}</SignOutForm>,
  }
  return (
    <AuthCard
      title={words.title}
      lead={<span className="wrap-anywhere">{words.lead}</span>}
      below={state === 'open' || state === 'signed_out' ? t('confirmEmail.notYours') : null}
    >
      {error ? (
        <Alert tone="danger" title={t('confirmEmail.notSent')} announce="assertive" className="mb-5">
          {t(`errors.${error}`, wait)}
        </Alert>
      ) : null}
      {ways[state]}
    </AuthCard>
  )
}
