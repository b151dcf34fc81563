import { redirect } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { FormEnd } from '#components/auth/form.tsx'
import { type AuthError, readAuthQuery, type Wait } from '#components/auth/query.ts'
import { QrCode } from '#components/phone/qr-code.tsx'
import { PostButton, PostForm } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Card } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { PrintButton } from '#components/ui/print-button.tsx'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import { readNewSecret, readSecondFactor } from '#lib/services/people/second-factor.ts'

export const generateMetadata = titleOf('settings.secondFactor.title')

export default userPage(['settings'], async ({ session, query }) => {
  if (!isFreshlyAuthenticated(session)) redirect('/settings/confirm?next=/settings/second-factor')
  const [view, made] = await Promise.all([readSecondFactor(session), readNewSecret(session, session.email)])
  const { error, wait } = readAuthQuery(query)
  const t = await getTranslations('settings')
  return (
    <SecondFactorPanel
      view={view}
      made={made && { secret: made.secret, qr: <QrCode text={made.address} label={t('secondFactor.qr')} /> }}
      error={query.error === 'wrong_code' ? 'wrong_code' : error}
      wait={wait}
    />
  )
})

type View = { readonly isOn: boolean; readonly codesLeft: number; readonly newCodes: readonly string[] | null }
/** The secret for the authenticator app, before its first code. */
type Made = { readonly secret: string; readonly qr: ReactNode }

type SecondFactorPanelProps = {
  view: View
  made: Made | null
  error: AuthError | 'wrong_code' | null
  wait: Wait
}

const at = (name: string) => `/settings/second-factor/${name}`

/** The second factor: off, being set up, with new recovery codes, or on. Plain forms: they work without JavaScript. */
function SecondFactorPanel({ view, made, error, wait }: SecondFactorPanelProps) {
  const t = useTranslations('settings.secondFactor')
  const tAuth = useTranslations('auth')
  return (
    <div className="max-w-xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <Card as="div" className="grid gap-5">
        {error && error !== 'wrong_code' ? (
          <Alert tone="danger" announce="assertive">
            {tAuth(`errors.${error}`, wait)}
          </Alert>
        ) : null}
        {view.newCodes ? (
          <NewCodes codes={view.newCodes} />
        ) : view.isOn ? (
          <On codesLeft={view.codesLeft} />
        ) : made ? (
          <Begun made={made} isWrong={error === 'wrong_code'} />
        ) : (
          <PostForm action={at('begin')}>
            <p className="mb-4">{t('offText')}</p>
            <button type="submit" className={buttonClass()}>
              {t('begin')}
            </button>
          </PostForm>
        )}
      </Card>
    </div>
  )
}

function Begun({ made: { secret, qr }, isWrong }: { made: Made; isWrong: boolean }) {
  const t = useTranslations('settings.secondFactor')
  return (
    <>
      <p>{t('scan')}</p>
      <div className="mx-auto w-56">{qr}</div>
      <p className="text-sm text-soft">
        {t('orType')}{' '}
        <code className="wrap-anywhere font-semibold text-ink">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <PostForm action={at('confirm')} className="grid gap-5">
        <TextField
          name="code"
          label={t('firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          required
          error={isWrong ? t('wrong') : undefined}
        />
        <FormEnd cancel={t('cancel')} submit={t('turnOn')} />
      </PostForm>
    </>
  )
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('settings.secondFactor')
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Guichet\n\n${codes.join('\n')}\n`)}`
  return (
    <>
      <Alert tone="success" title={t('isOn')}>
        {t('keep')}
      </Alert>
      <ul className="tabular grid gap-x-6 gap-y-2 text-lg sm:grid-cols-2">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a href={file} download={t('fileName')} className={buttonClass({ variant: 'secondary' })}>
          {t('download')}
        </a>
        <PrintButton variant="secondary">{t('print')}</PrintButton>
        <PostButton action={at('put-away')}>{t('putAway')}</PostButton>
      </div>
    </>
  )
}

function On({ codesLeft }: { codesLeft: number }) {
  const t = useTranslations('settings.secondFactor')
  return (
    <>
      <p>{t('onText', { count: codesLeft })}</p>
      <div className="flex flex-wrap gap-3">
        <PostButton action={at('codes')} variant="secondary">
          {t('renew')}
        </PostButton>
        <PostButton action={at('remove')} variant="danger">
          {t('turnOff')}
        </PostButton>
      </div>
    </>
  )
}
