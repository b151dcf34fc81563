import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Card } from '#components/ui/card.tsx'
import type { MailSettingsView } from '#lib/views/notice.ts'

const chip =
  'inline-flex min-h-11 min-w-16 items-center justify-center rounded-[10px] px-3 text-[0.9375rem] font-medium text-soft ' +
  'hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line'

type MailSectionProps = MailSettingsView & { email: string }

/** Whether notices also come by mail, and whether they arrive. The application shows them in any case. */
export function MailSection({ email, mailNotices, mailOn, failingSince }: MailSectionProps) {
  const t = useTranslations('notices.mail')
  const locale = useLocale()
  return (
    <Card aria-labelledby="mail-title" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="mail-title" className="text-lg font-semibold">
          <span id="mail" className="scroll-mt-20" />
          {t('title')}
        </h2>
        <p className="mt-1 wrap-anywhere text-sm text-soft">{t('text', { email })}</p>
        {mailOn ? null : <p className="mt-1 text-sm text-soft">{t('noServer')}</p>}
      </div>
      <form method="post" action="/settings/mail">
        <fieldset className="inline-flex max-w-full gap-1 rounded-xl bg-sunken p-1">
          <legend className="sr-only">{t('title')}</legend>
          {(['on', 'off'] as const).map(wish => (
            <button
              key={wish}
              type="submit"
              name="mail"
              value={wish}
              aria-pressed={mailNotices === (wish === 'on')}
              className={chip}
            >
              {t(wish)}
            </button>
          ))}
        </fieldset>
      </form>
      {failingSince ? (
        <Alert
          tone="warning"
          className="w-full wrap-anywhere"
          title={t('failingTitle', { email, date: formatDate(failingSince, locale, 'long') })}
        >
          {t('failing')}
        </Alert>
      ) : null}
    </Card>
  )
}
