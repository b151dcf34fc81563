import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import type { NavEntry } from '#components/layout/nav-links.tsx'
import type { Theme } from '#components/layout/preferences.ts'
import { readTheme } from '#components/layout/read-theme.ts'
import { ShellFrame, ToAccounts } from '#components/layout/shell-frame.tsx'
import { Badge } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { requireOperator } from './operator-page.ts'

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  const [session, theme] = await Promise.all([requireOperator(), readTheme()])
  return (
    <OperatorShell user={{ name: session.name, email: session.email }} theme={theme}>
      <ClientWords areas={['common', 'failures', 'operator', 'operatorApps', 'operatorForms', 'operatorMerchants']}>
        {children}
      </ClientWords>
    </OperatorShell>
  )
}

type OperatorShellProps = { user: { name: string; email: string }; theme: Theme; children: ReactNode }

/** The operator console's frame. */
function OperatorShell({ user, theme, children }: OperatorShellProps) {
  const t = useTranslations('operator.shell')
  const entries = useEntries()
  const badge = <Badge tone="brand">{t('console')}</Badge>
  return (
    <ShellFrame
      user={user}
      theme={theme}
      home="/operator/banks"
      navigation={t('navigation')}
      beside={entries}
      below={entries}
      columns="lg:grid-cols-[15rem_minmax(0,1fr)]"
      content="max-w-6xl lg:py-10"
      head={<p className="mt-2 px-2">{badge}</p>}
      foot={<ToAccounts>{t('toApp')}</ToAccounts>}
      top={
        <Link href="/operator/banks" className="inline-flex min-h-11 items-center gap-3">
          <Logo />
          {badge}
        </Link>
      }
    >
      {children}
    </ShellFrame>
  )
}

function useEntries(): NavEntry[] {
  const t = useTranslations('operator.shell')
  return [
    { href: '/operator/banks', label: t('banks'), shortLabel: t('banks'), icon: 'home' },
    {
      href: '/operator/merchants',
      label: t('merchants'),
      shortLabel: t('merchantsShort'),
      icon: 'card',
      also: ['/operator/payments', '/operator/unusual', '/operator/apps'],
    },
    { href: '/operator/calls', label: t('calls'), shortLabel: t('callsShort'), icon: 'list' },
    { href: '/operator/certificates', label: t('certificates'), shortLabel: t('certificatesShort'), icon: 'lock' },
    { href: '/operator/registrations', label: t('registrations'), shortLabel: t('registrationsShort'), icon: 'plug' },
    { href: '/operator/audit', label: t('audit'), shortLabel: t('auditShort'), icon: 'shield' },
  ]
}
