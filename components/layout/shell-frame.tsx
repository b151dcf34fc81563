import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { type NavEntry, NavLinks } from './nav-links.tsx'
import { LanguageForm, ThemeForm } from './preference-forms.tsx'
import type { Theme } from './preferences.ts'
import { SignOutForm } from './sign-out-form.tsx'
import { SkipLink } from './skip-link.tsx'

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
        <div className="mt-auto stack gap-3 pt-6">
          {frame.foot}
          <MenuButton {...user} placement="side" />
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
          <MenuButton {...user} placement="top" />
        </header>
        <UserMenu {...user} theme={theme} />
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

type MenuButtonProps = { name: string; email: string; placement: 'side' | 'top' }

/** Of the same menu in the sidebar and in a phone's header, one of which is shown. */
function MenuButton({ name, email, placement }: MenuButtonProps) {
  const t = useTranslations('shell')
  return (
    <button
      type="button"
      popoverTarget="user-menu"
      className={
        placement === 'side'
          ? 'flex min-h-13 w-full items-center gap-3 rounded-xl px-2 text-left hover:bg-sunken'
          : 'grid size-11 place-items-center rounded-full'
      }
    >
      <Initials name={name} />
      <span className={placement === 'side' ? 'min-w-0 flex-1' : 'sr-only'}>
        <span className="sr-only">{t('accountMenu', { name })}</span>
        {placement === 'side' ? (
          <>
            <span aria-hidden="true" className="block truncate text-[0.9375rem] leading-tight font-medium">
              {name}
            </span>
            <span aria-hidden="true" className="block truncate text-sm text-soft">
              {email}
            </span>
          </>
        ) : null}
      </span>
      {placement === 'side' ? <Icon name="chevronUpDown" className="size-4.5 text-soft" /> : null}
    </button>
  )
}

type UserMenuProps = ShellFrameProps['user'] & { theme: Theme }

/** The browser's own popover: light dismissal, Escape and focus order without a script. */
function UserMenu({ name, email, theme, operator = false }: UserMenuProps) {
  const t = useTranslations('shell')
  const household = useTranslations('household')
  return (
    <div
      id="user-menu"
      popover="auto"
      className="fixed inset-auto top-16 right-4 m-0 w-72 max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-2 text-ink shadow-lift lg:top-auto lg:right-auto lg:bottom-20 lg:left-4"
    >
      <div className="px-3 pt-2 pb-3">
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-sm text-soft">{email}</p>
      </div>
      <div className="flex flex-wrap gap-2 border-y border-line px-1 py-2.5">
        <LanguageForm compact />
        <ThemeForm current={theme} compact />
      </div>
      <Link href="/settings" className={`${item} mt-1.5`}>
        <Icon name="sliders" className="size-5 text-soft" />
        {t('settings')}
      </Link>
      <Link href="/household" className={item}>
        <Icon name="person" className="size-5 text-soft" />
        {household('title')}
      </Link>
      <Link href="/merchant" className={item}>
        <Icon name="card" className="size-5 text-soft" />
        {t('merchant')}
      </Link>
      {operator ? (
        <Link href="/operator/banks" className={item}>
          <Icon name="shield" className="size-5 text-soft" />
          {t('console')}
        </Link>
      ) : null}
      <SignOutForm className={item}>
        <Icon name="signOut" className="size-5 text-soft" />
        {t('signOut')}
      </SignOutForm>
    </div>
  )
}

const item = 'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 text-[0.9375rem] hover:bg-sunken'

function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .map(word => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-brand-tint text-sm font-bold text-brand-ink"
    >
      {letters}
    </span>
  )
}
