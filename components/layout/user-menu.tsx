import { useTranslations } from 'next-intl'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { LanguageForm, ThemeForm } from './preference-forms.tsx'
import { SignOutForm } from './sign-out-form.tsx'
import type { Theme } from './theme.ts'

type UserMenuProps = {
  id: string
  name: string
  email: string
  theme: Theme
  placement: 'side' | 'top'
  operator?: boolean
}

const panelPosition = {
  side: 'inset-auto bottom-20 left-4',
  top: 'inset-auto top-16 right-4',
}

/** The browser's own popover: light dismissal, Escape and focus order without a script. */
export function UserMenu({ id, name, email, theme, placement, operator = false }: UserMenuProps) {
  const t = useTranslations('shell')
  const household = useTranslations('household')
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className={
          placement === 'side'
            ? 'flex min-h-13 w-full items-center gap-3 rounded-xl px-2 text-left hover:bg-sunken'
            : 'grid size-11 place-items-center rounded-full'
        }
      >
        <Initials name={name} />
        <span className={placement === 'side' ? 'min-w-0 flex-1' : 'sr-only'}>
          <span className="sr-only">{t('accountMenu', { name })}</span>
          <span aria-hidden="true" className="block truncate text-[0.9375rem] leading-tight font-medium">
            {name}
          </span>
          <span aria-hidden="true" className="block truncate text-sm text-soft">
            {email}
          </span>
        </span>
        {placement === 'side' ? <Icon name="chevronUpDown" className="size-4.5 text-soft" /> : null}
      </button>
      <div
        id={id}
        popover="auto"
        className={`fixed m-0 w-72 max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-2 text-ink shadow-lift ${panelPosition[placement]}`}
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
    </>
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
