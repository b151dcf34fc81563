import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Logo } from '#components/brand/logo.tsx'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { type NavEntry, NavLinks } from '#components/layout/nav-links.tsx'
import type { Theme } from '#components/layout/preferences.ts'
import { readTheme } from '#components/layout/read-theme.ts'
import { ShellFrame, ToAccounts } from '#components/layout/shell-frame.tsx'
import { PostForm } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { may } from '#lib/domain/merchant/membership.ts'
import { listOrganisations } from '#lib/services/merchant/organisations.ts'
import { requireSession } from '#lib/session.ts'
import type { OrganisationSummary } from '#lib/views/organisation.ts'
import { readMember } from './member-page.ts'

export default async function MerchantLayout({ children }: { children: ReactNode }) {
  const [session, member, theme] = await Promise.all([requireSession(), readMember(), readTheme()])
  const organisations = await listOrganisations(session)
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

type MerchantShellProps = {
  user: { name: string; email: string }
  theme: Theme
  /** Null before the first one was created. */
  organisation: OrganisationSummary | null
  organisations: readonly OrganisationSummary[]
  mode: 'test' | 'live'
  children: ReactNode
}

/** The frame of merchants' pages: organisation and mode at the top, sections in the sidebar or in the bottom bar. */
function MerchantShell({ user, theme, organisation, organisations, mode, children }: MerchantShellProps) {
  const t = useTranslations('merchant.shell')
  const { first, more, atSide } = useEntries(organisation)
  const menu = (id: string) =>
    organisation ? <OrganisationMenu id={id} current={organisation} organisations={organisations} /> : null
  return (
    <ShellFrame
      user={user}
      theme={theme}
      home="/merchant"
      navigation={t('navigation')}
      beside={atSide}
      below={first}
      columns="lg:grid-cols-[16rem_minmax(0,1fr)]"
      content="max-w-5xl lg:py-10"
      head={organisation ? <div className="mt-4">{menu('organisation-menu')}</div> : null}
      foot={
        <>
          {organisation ? <ModeForm mode={mode} /> : null}
          <ToAccounts>{t('toApp')}</ToAccounts>
        </>
      }
      top={menu('organisation-menu-top') ?? <Logo />}
      notice={
        organisation ? (
          <p className="border-b border-line bg-sunken px-4 py-1.5 text-center text-[0.8125rem] text-soft print:hidden">
            {mode === 'live' ? t('liveNotice') : t('testNotice')}
          </p>
        ) : null
      }
      more={organisation ? <MoreEntry entries={more} mode={mode} /> : null}
    >
      {children}
    </ShellFrame>
  )
}

function MoreEntry({ entries, mode }: { entries: readonly NavEntry[]; mode: 'test' | 'live' }) {
  const t = useTranslations('merchant.shell')
  return (
    <li className="flex-1">
      <button
        type="button"
        popoverTarget="more-menu"
        className="flex min-h-14 w-full flex-col items-center justify-center gap-0.5 text-xs font-medium text-soft"
      >
        <Icon name="list" className="size-5.5" />
        {t('more')}
      </button>
      <div
        id="more-menu"
        popover="auto"
        className="fixed inset-auto right-4 bottom-20 m-0 w-72 max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-2 text-ink shadow-lift"
      >
        <ul className="grid gap-1">
          <NavLinks entries={entries} placement="side" />
          <li>
            <Link
              href="/home"
              className="flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium text-soft hover:bg-sunken"
            >
              <Icon name="home" className="size-5.5" />
              {t('toApp')}
            </Link>
          </li>
        </ul>
        <div className="mt-2 border-t border-line pt-2">
          <ModeForm mode={mode} />
        </div>
      </div>
    </li>
  )
}

/** Sections that a role may see; the `first` ones are in the phone's bottom bar. */
function useEntries(organisation: OrganisationSummary | null): Record<'first' | 'more' | 'atSide', NavEntry[]> {
  const t = useTranslations('merchant.shell')
  if (organisation === null) return { first: [], more: [], atSide: [] }
  const { role } = organisation
  const refunds: NavEntry = { href: '/refunds', label: t('refunds'), shortLabel: t('refunds'), icon: 'undo' }
  const till: NavEntry = { href: '/till', label: t('till'), shortLabel: t('till'), icon: 'phone' }
  if (!may(role, 'payments.read')) return { first: [till], more: [], atSide: [till] }
  const developer: NavEntry[] = [
    { href: '/keys', label: t('keys'), shortLabel: t('keys'), icon: 'lock' },
    { href: '/webhooks', label: t('webhooks'), shortLabel: t('webhooks'), icon: 'plug' },
  ]
  const money: NavEntry[] = [
    { href: '/merchant', label: t('overview'), shortLabel: t('overviewShort'), icon: 'chart' },
    { href: '/payments', label: t('payments'), shortLabel: t('paymentsShort'), icon: 'exchange' },
    { href: '/links', label: t('links'), shortLabel: t('linksShort'), icon: 'external' },
  ]
  const settings: NavEntry = {
    href: '/organisation',
    label: t('organisation'),
    shortLabel: t('organisationShort'),
    icon: 'sliders',
  }
  const more: NavEntry[] = [
    ...(may(role, 'till.write') ? [till] : []),
    { href: '/invoices', label: t('invoices'), shortLabel: t('invoices'), icon: 'card' },
    { href: '/settlement', label: t('settlement'), shortLabel: t('settlement'), icon: 'calendar' },
    { href: '/reconciliation', label: t('reconciliation'), shortLabel: t('reconciliation'), icon: 'list' },
    refunds,
    ...(may(role, 'developers.read') ? developer : []),
    { href: '/activation', label: t('activation'), shortLabel: t('activation'), icon: 'shield' },
  ]
  return { first: [...money, settings], more, atSide: [...money, ...more, settings] }
}

/** Switches between test and live payments, by two buttons of a plain form. */
function ModeForm({ mode }: { mode: 'test' | 'live' }) {
  const t = useTranslations('merchant.shell')
  return (
    <Segments
      action="/merchant/switch"
      name="mode"
      legend={t('mode')}
      current={mode}
      choices={apiModes.map(one => ({ value: one, content: t(`modes.${one}`) }))}
      trackClass="grid! grid-cols-2"
      chipClass="text-sm!"
    />
  )
}

type OrganisationMenuProps = {
  id: string
  current: OrganisationSummary
  organisations: readonly OrganisationSummary[]
}

const item =
  'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 py-1.5 text-left text-[0.9375rem] hover:bg-sunken'

/** The current organisation, and the others, each a submit button of a plain form. */
function OrganisationMenu({ id, current, organisations }: OrganisationMenuProps) {
  const t = useTranslations('merchant')
  return (
    <div className="min-w-0">
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-xl px-2 text-left hover:bg-sunken"
      >
        <span className="sr-only">{t('shell.switch')} : </span>
        <NameAndRole organisation={current} className="font-semibold leading-tight" />
        <Icon name="chevronUpDown" className="size-4.5 text-soft" />
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-16 left-4 m-0 w-72 max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-2 text-ink shadow-lift lg:top-28"
      >
        <PostForm action="/merchant/switch" aria-label={t('shell.switch')}>
          {organisations.map(one => (
            <button
              key={one.id}
              type="submit"
              name="organisation"
              value={one.id}
              aria-current={one.id === current.id ? 'true' : undefined}
              className={item}
            >
              <NameAndRole organisation={one} className="font-medium" />
              {one.id === current.id ? <Icon name="check" className="size-4.5 text-brand" /> : null}
            </button>
          ))}
        </PostForm>
        <Link href="/organisation/new" className={`${item} mt-1 border-t border-line`}>
          <Icon name="plus" className="size-5 text-soft" />
          {t('shell.new')}
        </Link>
      </div>
    </div>
  )
}

type NameAndRoleProps = { organisation: Pick<OrganisationSummary, 'name' | 'role'>; className: string }

function NameAndRole({ organisation: { name, role }, className }: NameAndRoleProps) {
  const t = useTranslations('merchant.roles')
  return (
    <span className="min-w-0 flex-1">
      <span className={`block truncate ${className}`}>{name}</span>
      <span className="block truncate text-sm text-soft">{t(role)}</span>
    </span>
  )
}
