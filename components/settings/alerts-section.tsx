import { formatAmount } from '@guichet/values/money/minor.ts'
import { useLocale, useTranslations } from 'next-intl'
import { typeAmount } from '#components/format/typed-amount.ts'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { TextField } from '#components/ui/field.tsx'
import { alertCurrency, alertKinds, alertLimits, isLimited, type LimitedKind } from '#lib/domain/people/alert.ts'
import type { AlertSettingsView } from '#lib/views/alert.ts'
import { DeviceAlerts } from './device-alerts.tsx'

type AlertsSectionProps = {
  settings: AlertSettingsView
  publicKey: string
  /** The kind whose limit was refused. */
  wrong: string | null
  /** In the refused form, by field. */
  typed: Readonly<Record<string, string | undefined>>
  changed: boolean
}

/** What one wants to be told of one's accounts; a plain form, but for this device. */
export function AlertsSection({ settings, publicKey, wrong, typed, changed }: AlertsSectionProps) {
  const { chosen, mail, amounts } = settings
  const t = useTranslations('settings.alerts')
  return (
    <Card aria-labelledby="alerts-title" className="grid gap-5">
      <div>
        <h2 id="alerts-title" className="text-lg font-semibold">
          <span id="alerts" className="scroll-mt-20" />
          {t('title')}
        </h2>
        <p className="mt-1 text-sm text-soft">{t('text')}</p>
      </div>
      {changed ? (
        <Alert tone="success" announce="polite">
          {t('changed')}
        </Alert>
      ) : null}
      <PostForm action="/settings/alerts" className="grid gap-5">
        <ul className="grid gap-2">
          {alertKinds.map(kind => (
            <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6">
              <Checkbox
                name={kind}
                value="on"
                defaultChecked={kind in chosen || wrong === kind}
                label={t(`kinds.${kind}`)}
              />
              {isLimited(kind) ? (
                <Limit
                  kind={kind}
                  amount={chosen[kind] ?? null}
                  typed={typed[`limit.${kind}`]}
                  isWrong={wrong === kind}
                />
              ) : null}
            </li>
          ))}
        </ul>
        <div className="grid border-t border-line pt-3">
          <Checkbox name="mail" value="on" defaultChecked={mail} label={t('mail')} />
          <Checkbox name="amounts" value="on" defaultChecked={amounts} label={t('amounts')} hint={t('amountsHint')} />
        </div>
        <Button type="submit" variant="secondary" className="justify-self-start">
          {t('save')}
        </Button>
      </PostForm>
      <ClientWords areas={['common', 'settings', 'failures']}>
        <DeviceAlerts publicKey={publicKey} devices={settings.devices} />
      </ClientWords>
    </Card>
  )
}

type LimitProps = { kind: LimitedKind; amount: string | null; typed: string | undefined; isWrong: boolean }

function Limit({ kind, amount, typed, isWrong }: LimitProps) {
  const t = useTranslations('settings.alerts')
  const locale = useLocale()
  const suggested = formatAmount({ amountMinor: alertLimits[kind], currency: alertCurrency })
  return (
    <TextField
      id={`limit-${kind}`}
      name={`limit.${kind}`}
      label={t(`limits.${kind}`)}
      defaultValue={typed ?? typeAmount(amount ?? suggested, locale)}
      error={isWrong ? t('limitError') : undefined}
      inputMode="decimal"
      maxLength={20}
      className="w-32"
    />
  )
}
