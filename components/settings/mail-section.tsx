import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Card } from '#components/ui/card.tsx'
import type { MailSettingsView } from '#lib/views/notice.ts'

const chip =
  'inline-flex min-h-11 min-w-16 items-center justify-center rounded-[10px] px-3 text-[0.9375rem] font-medium text-soft ' +
  'hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-line'

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3'

type MailSectionProps = MailSettingsView & { email: string }

/** Which mails are sent, and whether they arrive. The application always shows notices. */
export function MailSection({ email, mailNotices, weeklySummary, mailOn, failingSince }: MailSectionProps) {
  const t = useTranslations('notices.mail')
  const locale = useLocale()
  return (
    <Card aria-labelledby="mail-title" className="grid gap-5">
      <div className={row}>
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="mail-title" className="text-lg font-semibold">
            <span id="mail" className="scroll-mt-20" />
            {t('title')}
          </h2>
          <p className="mt-1 wrap-anywhere text-sm text-soft">{t('text', { email })}</p>
          {mailOn ? null : <p className="mt-1 text-sm text-soft">{t('noServer')}</p>}
        </div>
        <Wish name="mail" label={t('title')} isOn={mailNotices} />
      </div>
      {failingSince ? (
        <Alert
          tone="warning"
          className="wrap-anywhere"
          title={t('failingTitle', { email, date: formatDate(failingSince, locale, 'long') })}
        >
          {t('failing')}
        </Alert>
      ) : null}
      <div className={`${row} border-t border-line pt-5`}>
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-semibold">{t('summaryTitle')}</h3>
          <p className="mt-1 text-sm text-soft">{t('summaryText')}</p>
        </div>
        <Wish name="summary" label={t('summaryTitle')} isOn={weeklySummary} />
      </div>
    </Card>
  )
}

type WishProps = { name: 'mail' | 'summary'; label: string; isOn: boolean }

function Wish({ name, label, isOn }: WishProps) {
  const t = useTranslations('notices.mail')
  return (
    <form method="post" action="/settings/mail">
      <fieldset className="inline-flex max-w-full gap-1 rounded-xl bg-sunken p-1">
        <legend className="sr-only">{label}</legend>
        {(['on', 'off'] as const).map(wish => (
          <button
            key={wish}
            type="submit"
            name={name}
            value={wish}
            aria-pressed={isOn === (wish === 'on')}
            className={chip}
          >
            {t(wish)}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
