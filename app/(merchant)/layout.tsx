import type { ReactNode } from 'react'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { readTheme } from '#components/layout/read-theme.ts'
import { MerchantShell } from '#components/merchant/shell.tsx'
import { listOrganisations } from '#lib/services/merchant/organisations.ts'
import { requireSession } from '#lib/session.ts'
import { readMember } from './require-member.ts'

export default async function MerchantLayout({ children }: { children: ReactNode }) {
  const [session, member, theme] = await Promise.all([requireSession(), readMember(), readTheme()])
  const organisations = await listOrganisations(session.userId)
  return (
    <MerchantShell
      user={{ name: session.name, email: session.email }}
      theme={theme}
      organisation={member?.organisation ?? null}
      organisations={organisations}
      mode={member?.mode ?? 'test'}
    >
      <ClientWords areas={['common']}>{children}</ClientWords>
    </MerchantShell>
  )
}
