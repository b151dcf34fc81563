import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SendVerificationForm } from '#components/auth/send-verification-form.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { AppShell } from '#components/layout/app-shell.tsx'
import { readKeys, readTheme } from '#components/layout/read-theme.ts'
import { PaletteRoot } from '#components/palette/root.tsx'
import { QueryProvider } from '#components/query/provider.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { isOperator } from '#lib/services/operator/access.ts'
import { requireSession } from '#lib/session.ts'

export default async function UserLayout({ children }: { children: ReactNode }) {
  const [session, theme, keys] = await Promise.all([requireSession(), readTheme(), readKeys()])
  const operator = await isOperator(session.userId)
  return (
    <AppShell user={{ name: session.name, email: session.email, operator }} theme={theme}>
      {session.isConfirmed ? null : <UnverifiedNotice email={session.email} />}
      <ClientWords areas={['common', 'palette']}>
        <QueryProvider>
          {children}
          <PaletteRoot keys={keys} />
        </QueryProvider>
      </ClientWords>
    </AppShell>
  )
}

/** On every page of a person with an unconfirmed address: what needs it, and a button to send the mail again. */
function UnverifiedNotice({ email }: { email: string }) {
  const t = useTranslations('auth.unverified')
  return (
    <Alert
      tone="warning"
      className="mb-6 wrap-anywhere"
      title={t('title')}
      action={
        <SendVerificationForm className={buttonClass({ variant: 'secondary', size: 'small' })}>
          {t('send')}
        </SendVerificationForm>
      }
    >
      {t('text', { email })}
    </Alert>
  )
}
