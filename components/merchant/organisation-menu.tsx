import { useTranslations } from 'next-intl'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import type { OrganisationSummary } from '#lib/views/organisation.ts'

type OrganisationMenuProps = {
  id: string
  current: OrganisationSummary
  organisations: readonly OrganisationSummary[]
}

const item =
  'flex min-h-11 w-full items-center gap-3 rounded-[10px] px-3 py-1.5 text-left text-[0.9375rem] hover:bg-sunken'

/** The current organisation, and the others, each a submit button of a plain form. */
export function OrganisationMenu({ id, current, organisations }: OrganisationMenuProps) {
  const t = useTranslations('merchant')
  return (
    <div className="min-w-0">
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-11 w-full min-w-0 items-center gap-2 rounded-xl px-2 text-left hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="sr-only">{t('shell.switch')} : </span>
          <span className="block truncate font-semibold leading-tight">{current.name}</span>
          <span className="block truncate text-sm text-soft">{t(`roles.${current.role}`)}</span>
        </span>
        <Icon name="chevronUpDown" className="size-4.5 text-soft" />
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-auto top-16 left-4 m-0 w-72 max-w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-2 text-ink shadow-lift lg:top-28"
      >
        <form method="post" action="/merchant/switch" aria-label={t('shell.switch')}>
          {organisations.map(one => (
            <button
              key={one.id}
              type="submit"
              name="organisation"
              value={one.id}
              aria-current={one.id === current.id ? 'true' : undefined}
              className={item}
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{one.name}</span>
                <span className="block truncate text-sm text-soft">{t(`roles.${one.role}`)}</span>
              </span>
              {one.id === current.id ? <Icon name="check" className="size-4.5 text-brand" /> : null}
            </button>
          ))}
        </form>
        <Link href="/organisation/new" className={`${item} mt-1 border-t border-line`}>
          <Icon name="plus" className="size-5 text-soft" />
          {t('shell.new')}
        </Link>
      </div>
    </div>
  )
}
