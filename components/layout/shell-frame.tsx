import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { type NavEntry, NavLinks } from './nav-links.tsx'
import { SkipLink } from './skip-link.tsx'
import type { Theme } from './theme.ts'
import { UserMenu } from './user-menu.tsx'

type ShellFrameProps = {
  user: { name: string; email: string; operator?: boolean }
  theme: Theme
  /** Path of the logo's link. */
  home: string
  /** Name of the navigation for screen readers. */
  navigation: string
  beside: readonly NavEntry[]
  /** Entries of a phone's bottom bar; at most five. */
  below: readonly NavEntry[]
  /** Classes for the widths of sidebar and content. */
  columns: string
  content: string
  /** Below the logo in the sidebar. */
  head?: ReactNode
  /** The search, for the sidebar and for a phone's header. */
  search?: (place: 'side' | 'top') => ReactNode
  /** Below the sections in the sidebar. */
  action?: ReactNode
  /** Above the person's menu in the sidebar. */
  foot: ReactNode
  /** Replaces the logo in a phone's header. */
  top?: ReactNode
  notice?: ReactNode
  footer?: ReactNode
  /** The last item of a phone's bottom bar. */
  more?: ReactNode
  children: ReactNode
}

/** Sections in a sidebar on a computer, in a bottom bar on a phone, and none in print. */
export function ShellFrame(frame: ShellFrameProps) {
  const { user, theme, home, navigation, head, search } = frame
  const menu = (id: string, placement: 'side' | 'top') => (
    <UserMenu
      id={id}
      placement={placement}
      theme={theme}
      name={user.name}
      email={user.email}
      operator={user.operator ?? false}
    />
  )
  return (
    <div className={`min-h-dvh lg:grid print:block ${frame.columns}`}>
      <SkipLink />
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto border-r border-line px-4 py-6 lg:flex print:hidden">
        <Link href={home} className="inline-flex min-h-11 items-center self-start px-2">
          <Logo />
        </Link>
        {head}
        {search?.('side')}
        <nav aria-label={navigation} className={head || search ? 'mt-6' : 'mt-8'}>
          <ul className="grid gap-1">
            <NavLinks entries={frame.beside} placement="side" />
          </ul>
          {frame.action}
        </nav>
        <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3 pt-6">
          {frame.foot}
          {menu('user-menu', 'side')}
        </div>
      </aside>
      <div className="flex min-w-0 flex-col pb-20 lg:pb-0 print:pb-0">
        <header className="sticky top-0 z-20 flex items-center justify-between gap-2 border-b border-line bg-paper/90 px-4 py-1.5 backdrop-blur lg:hidden print:hidden">
          {frame.top ?? (
            <Link href={home} className="inline-flex min-h-11 items-center">
              <Logo />
            </Link>
          )}
          {search?.('top')}
          {menu('user-menu-top', 'top')}
        </header>
        {frame.notice}
        <WithoutScripts />
        <main
          id="content"
          tabIndex={-1}
          className={clsx('mx-auto w-full flex-1 px-4 py-7 outline-none sm:px-8', frame.content)}
        >
          {frame.children}
        </main>
        {frame.footer}
      </div>
      <nav
        data-foot
        aria-label={navigation}
        className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
      >
        <ul className="flex">
          <NavLinks entries={frame.below} placement="bar" />
          {frame.more}
        </ul>
      </nav>
    </div>
  )
}

/** Explains what works without JavaScript, for browsers without it. */
function WithoutScripts() {
  const t = useTranslations('shell')
  return (
    <noscript>
      <p className="border-b border-line bg-info-tint px-4 py-2.5 text-sm sm:px-8 print:hidden">{t('noScript')}</p>
    </noscript>
  )
}

/** From the merchant or operator pages back to one's own accounts. */
export function ToAccounts({ children }: { children: ReactNode }) {
  return (
    <Link
      href="/home"
      className="flex min-h-11 items-center gap-2 px-2 text-[0.9375rem] font-medium text-brand-ink hover:underline"
    >
      <Icon name="home" />
      {children}
    </Link>
  )
}
