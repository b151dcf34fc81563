import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Icon } from '#components/ui/icon.tsx'
import { type NavEntry, NavLinks } from './nav-links.tsx'
import { SkipLink } from './skip-link.tsx'
import type { Theme } from './theme.ts'
import { UserMenu } from './user-menu.tsx'

type AppShellProps = { user: { name: string; email: string; operator?: boolean }; theme: Theme; children: ReactNode }

/** Side navigation on a desk, a bar under the thumb on a phone. */
export function AppShell({ user, theme, children }: AppShellProps) {
  const t = useTranslations('shell')
  const entries = useEntries()
  const [home, transactions, transfers, insights, connections] = entries
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line px-4 py-6 lg:flex">
        <Link href="/home" className="mb-8 inline-flex min-h-11 items-center self-start px-2">
          <Logo />
        </Link>
        <nav aria-label={t('mainNavigation')}>
          <ul className="grid gap-1">
            <NavLinks entries={entries} place="side" />
          </ul>
          <Link href="/link" className={buttonClass({ variant: 'secondary', wide: true, className: 'mt-5' })}>
            <Icon name="plus" />
            {t('link')}
          </Link>
        </nav>
        <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3">
          <p className="px-2 text-[0.8125rem] leading-snug text-faint">{t('sandboxNotice')}</p>
          <UserMenu
            id="user-menu"
            name={user.name}
            email={user.email}
            theme={theme}
            place="side"
            operator={user.operator ?? false}
          />
        </div>
      </aside>
      <div className="flex min-w-0 flex-col pb-20 lg:pb-0">
        <header className="sticky top-0 z-20 flex items-center justify-between border-b border-line bg-paper/90 px-4 py-1.5 backdrop-blur lg:hidden">
          <Link href="/home" className="inline-flex min-h-11 items-center">
            <Logo />
          </Link>
          <UserMenu
            id="user-menu-top"
            name={user.name}
            email={user.email}
            theme={theme}
            place="top"
            operator={user.operator ?? false}
          />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-5xl flex-1 px-4 py-7 outline-none sm:px-8 lg:py-12"
        >
          {children}
        </main>
        <footer className="px-4 pb-6 text-center text-[0.8125rem] text-faint lg:hidden">{t('sandboxNotice')}</footer>
      </div>
      <nav
        aria-label={t('mainNavigation')}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        <ul className="flex">
          <NavLinks
            entries={[home, transactions, transfers, insights, connections].filter(entry => entry !== undefined)}
            place="bar"
          />
        </ul>
      </nav>
    </div>
  )
}

function useEntries(): NavEntry[] {
  const t = useTranslations('shell')
  const household = useTranslations('household')('title')
  return [
    { href: '/home', label: t('home'), shortLabel: t('home'), icon: 'house', also: ['/accounts'] },
    { href: '/transactions', label: t('transactions'), shortLabel: t('transactions'), icon: 'exchange' },
    { href: '/transfers', label: t('transfers'), shortLabel: t('transfers'), icon: 'send' },
    { href: '/insights', label: t('insights'), shortLabel: t('insights'), icon: 'chart' },
    { href: '/connections', label: t('connections'), shortLabel: t('connectionsShort'), icon: 'plug' },
    { href: '/household', label: household, shortLabel: household, icon: 'person' },
    { href: '/settings', label: t('settings'), shortLabel: t('settings'), icon: 'sliders' },
  ]
}
