import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { BrowserWorker } from '#components/layout/browser-worker.tsx'
import type { NavEntry } from '#components/layout/nav-links.tsx'
import type { Theme } from '#components/layout/preferences.ts'
import { readKeys, readTheme } from '#components/layout/read-theme.ts'
import { ShellFrame } from '#components/layout/shell-frame.tsx'
import { PaletteButton } from '#components/palette/button.tsx'
import { PaletteRoot } from '#components/palette/root.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { requireSession } from '#lib/session.ts'

export default async function UserLayout({ children }: { children: ReactNode }) {
  const [session, theme, keys] = await Promise.all([requireSession(), readTheme(), readKeys()])
  return (
    <AppShell user={{ name: session.name, email: session.email, operator: session.isOperator }} theme={theme}>
      {session.isConfirmed ? null : <UnverifiedNotice email={session.email} />}
      <ClientWords areas={['common', 'palette']}>
        {children}
        <PaletteRoot keys={keys} />
        <BrowserWorker />
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
        <PostButton action="/email/confirm/send" variant="secondary" size="small">
          {t('send')}
        </PostButton>
      }
    >
      {t('text', { email })}
    </Alert>
  )
}

type AppShellProps = { user: { name: string; email: string; operator?: boolean }; theme: Theme; children: ReactNode }

/** The frame around a person's own pages. */
function AppShell({ user, theme, children }: AppShellProps) {
  const t = useTranslations('shell')
  const palette = useTranslations('palette')
  const entries = useEntries()
  return (
    <ShellFrame
      user={user}
      theme={theme}
      home="/home"
      navigation={t('mainNavigation')}
      beside={entries}
      below={entries.slice(0, 5)}
      search={place => <PaletteButton place={place}>{palette('button')}</PaletteButton>}
      columns="lg:grid-cols-[17rem_minmax(0,1fr)]"
      content="max-w-5xl lg:py-12"
      action={
        <Link href="/link" className={buttonClass({ variant: 'secondary', wide: true, className: 'mt-5' })}>
          <Icon name="plus" />
          {t('link')}
        </Link>
      }
      foot={<p className="px-2 text-[0.8125rem] leading-snug text-faint">{t('sandboxNotice')}</p>}
      footer={
        <footer className="px-4 pb-6 text-center text-[0.8125rem] text-faint lg:hidden">{t('sandboxNotice')}</footer>
      }
    >
      {children}
    </ShellFrame>
  )
}

function useEntries(): NavEntry[] {
  const t = useTranslations('shell')
  const household = useTranslations('household')('title')
  return [
    { href: '/home', label: t('home'), shortLabel: t('home'), icon: 'home', also: ['/accounts'] },
    { href: '/transactions', label: t('transactions'), shortLabel: t('transactions'), icon: 'exchange' },
    { href: '/transfers', label: t('transfers'), shortLabel: t('transfers'), icon: 'send' },
    { href: '/insights', label: t('insights'), shortLabel: t('insights'), icon: 'chart' },
    { href: '/connections', label: t('connections'), shortLabel: t('banks'), icon: 'plug' },
    { href: '/household', label: household, shortLabel: household, icon: 'person' },
    { href: '/settings', label: t('settings'), shortLabel: t('settings'), icon: 'sliders' },
  ]
}
