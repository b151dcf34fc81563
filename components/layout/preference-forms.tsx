import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import { locales } from '#components/format/locale.ts'
import { PostForm } from '#components/ui/button.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { preferencesPath, type Theme, themes } from './preferences.ts'

const chip =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-[10px] px-3 text-[0.9375rem] font-medium text-soft ' +
  'hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line'

const track = 'inline-flex max-w-full gap-1 rounded-xl bg-sunken p-1'

const words = { fr: 'french', en: 'english' } as const

/** Two submit buttons, each named in its own language. */
export function LanguageForm({ compact = false, className }: { compact?: boolean; className?: string }) {
  const t = useTranslations()
  const current = useLocale()
  return (
    <PostForm action={preferencesPath} className={className}>
      <fieldset className={clsx(track, !compact && 'flex-wrap')}>
        <legend className="sr-only">{t('shell.language')}</legend>
        {locales.map(locale => (
          <button
            key={locale}
            type="submit"
            name="locale"
            value={locale}
            lang={locale}
            aria-pressed={locale === current}
            aria-label={compact ? t(`common.${words[locale]}`) : undefined}
            className={clsx(chip, compact && 'min-w-11 px-2 text-sm uppercase')}
          >
            {compact ? locale : t(`common.${words[locale]}`)}
          </button>
        ))}
      </fieldset>
    </PostForm>
  )
}

const icons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }

export function ThemeForm({ current, compact = false }: { current: Theme; compact?: boolean }) {
  const t = useTranslations('shell')
  return (
    <PostForm action={preferencesPath}>
      <fieldset className={clsx(track, !compact && 'flex-wrap')}>
        <legend className="sr-only">{t('theme')}</legend>
        {themes.map(theme => (
          <button
            key={theme}
            type="submit"
            name="theme"
            value={theme}
            aria-pressed={theme === current}
            className={clsx(chip, compact && 'min-w-11 px-2')}
          >
            <Icon name={icons[theme]} className="size-4.5" />
            <span className={compact ? 'sr-only' : ''}>{t(`themes.${theme}`)}</span>
          </button>
        ))}
      </fieldset>
    </PostForm>
  )
}
