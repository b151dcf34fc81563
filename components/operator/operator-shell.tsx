import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { type NavEntry, NavLinks } from '#components/layout/nav-links.tsx'
import { SkipLink } from '#components/layout/skip-link.tsx'
import type { Theme } from '#components/layout/theme.ts'
import { UserMenu } from '#components/layout/user-menu.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.tsx'

type OperatorShellProps = { user: { name: string; email: string }; theme: Theme; children: ReactNode }

/** The cockpit's frame: its sections at the side on a desk, in a bar under the thumb on a phone. */
export function OperatorShell({ user, theme, children }: OperatorShellProps) {
  const t = useTranslations('operator.shell')
  const entries = useEntries()
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line px-4 py-6 lg:flex">
        <Link href="/operator/banks" className="mb-2 inline-flex min-h-11 items-center self-start px-2">
          <Logo />
        </Link>
        <p className="mb-6 px-2">
          <Badge tone="brand">{t('cockpit')}</Badge>
        </p>
        <nav aria-label={t('navigation')}>
          <ul className="grid gap-1">
            <NavLinks entries={entries} place="side" />
          </ul>
        </nav>
        <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3">
          <Link
            href="/home"
            className="flex min-h-11 items-center gap-2 px-2 text-[0.9375rem] font-medium text-brand-ink hover:underline"
          >
            <Icon name="house" />
            {t('toApp')}
          </Link>
          <UserMenu id="user-menu" name={user.name} email={user.email} theme={theme} place="side" />
        </div>
      </aside>
      <div className="flex min-w-0 flex-col pb-20 lg:pb-0">
        <header className="sticky top-0 z-20 flex items-center justify-between border-b border-line bg-paper/90 px-4 py-1.5 backdrop-blur lg:hidden">
          <Link href="/operator/banks" className="inline-flex min-h-11 items-center gap-3">
            <Logo />
            <Badge tone="brand">{t('cockpit')}</Badge>
          </Link>
          <UserMenu id="user-menu-top" name={user.name} email={user.email} theme={theme} place="top" />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl flex-1 px-4 py-7 outline-none sm:px-8 lg:py-10"
        >
          {children}
        </main>
      </div>
      <nav
        aria-label={t('navigation')}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <ul className="flex">
          <NavLinks entries={entries} place="bar" />
        </ul>
      </nav>
    </div>
  )
}

function useEntries(): NavEntry[] {
  const t = useTranslations('operator.shell')
  return [
    { href: '/operator/banks', label: t('banks'), shortLabel: t('banks'), icon: 'house' },
    { href: '/operator/calls', label: t('calls'), shortLabel: t('callsShort'), icon: 'list' },
    { href: '/operator/certificates', label: t('certificates'), shortLabel: t('certificatesShort'), icon: 'lock' },
    { href: '/operator/registrations', label: t('registrations'), shortLabel: t('registrationsShort'), icon: 'plug' },
    { href: '/operator/audit', label: t('audit'), shortLabel: t('auditShort'), icon: 'shield' },
  ]
}
