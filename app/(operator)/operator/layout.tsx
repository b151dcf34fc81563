import type { ReactNode } from 'react'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { readTheme } from '#components/layout/read-theme.ts'
import { OperatorShell } from '#components/operator/shell.tsx'
import { requireOperator } from './require-operator.ts'

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const [session, theme] = await Promise.all([requireOperator(), readTheme()])
  return (
    <OperatorShell user={{ name: session.name, email: session.email }} theme={theme}>
      <ClientWords areas={['common', 'failures', 'operator', 'operatorForms', 'operatorMerchants']}>
        {children}
      </ClientWords>
    </OperatorShell>
  )
}
