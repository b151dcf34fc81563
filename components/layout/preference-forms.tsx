import { useLocale, useTranslations } from 'next-intl'
import { locales } from '#components/format/locale.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { preferencesPath, type Theme, themes } from './preferences.ts'

const words = { fr: 'french', en: 'english' } as const

/** Each language named in itself. */
export function LanguageForm({ compact = false, className }: { compact?: boolean; className?: string }) {
  const t = useTranslations()
  return (
    <Segments
      action={preferencesPath}
      name="locale"
      legend={t('shell.language')}
      current={useLocale()}
      choices={locales.map(locale => {
        const name = t(`common.${words[locale]}`)
        return {
          value: locale,
          lang: locale,
          'aria-label': compact ? name : undefined,
          content: compact ? locale : name,
        }
      })}
      trackClass={!compact && 'flex-wrap'}
      chipClass={compact && 'min-w-11 px-2 text-sm uppercase'}
      className={className}
    />
  )
}

const icons: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' }

export function ThemeForm({ current, compact = false }: { current: Theme; compact?: boolean }) {
  const t = useTranslations('shell')
  const content = (theme: Theme) => (
    <>
      <Icon name={icons[theme]} className="size-4.5" />
      <span className={compact ? 'sr-only' : ''}>{t(`themes.${theme}`)}</span>
    </>
  )
  return (
    <Segments
      action={preferencesPath}
      name="theme"
      legend={t('theme')}
      current={current}
      choices={themes.map(theme => ({ value: theme, content: content(theme) }))}
      trackClass={!compact && 'flex-wrap'}
      chipClass={compact && 'min-w-11 px-2'}
    />
  )
}
