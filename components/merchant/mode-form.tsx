import { useTranslations } from 'next-intl'

const modes = ['test', 'live'] as const

/** Two buttons of a plain form: which payments are looked at, and made. */
export function ModeForm({ mode }: { mode: 'test' | 'live' }) {
  const t = useTranslations('merchant.shell')
  return (
    <form method="post" action="/merchant/switch">
      <fieldset className="grid grid-cols-2 gap-1 rounded-xl bg-sunken p-1">
        <legend className="sr-only">{t('mode')}</legend>
        {modes.map(one => (
          <button
            key={one}
            type="submit"
            name="mode"
            value={one}
            aria-pressed={one === mode}
            className="min-h-11 rounded-[10px] px-3 text-sm font-medium text-soft hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line"
          >
            {t(`modes.${one}`)}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
