import { useTranslations } from 'next-intl'
import { RefusalNote } from '#components/failures/note.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button, ButtonAnchor, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox, Fieldset, SelectField, TextField } from '#components/ui/field.tsx'
import { type AppGrant, appDays, appGrants, chosenKinds, historyDays } from '#lib/domain/apps/allowance.ts'
import type { AppAccountView } from '#lib/views/app.ts'

const faults = ['kind', 'name', 'days', 'history', 'accounts', 'apps'] as const
type Typed = Readonly<Partial<Record<'kind' | 'name' | 'days' | 'history', string>>>

type AppFormProps = {
  /** Where the choice is sent. */
  action: string
  /** Where one goes without choosing. */
  back: string
  rows: readonly AppAccountView[]
  typed: Typed
  error: string | null
  field: string | null
  /** Of a choice that changes an app, or for one that asks: its name stays. */
  isChange: boolean
  /** What an app asks for; everything if nothing is said. */
  asked?: readonly AppGrant[]
  /** What is sent besides. */
  sends?: Readonly<Record<string, string>>
}

/** What an app may read: per account and kind, for how long, and how far back. A plain form. */
export function AppForm({ action, back, rows, typed, error, field, isChange, asked = appGrants, sends }: AppFormProps) {
  const t = useTranslations('apps.form')
  const fault = error === 'invalid_input' ? faults.find(one => one === field) : undefined
  return (
    <PostForm action={action} sends={sends} className="grid gap-6">
      {error !== null && fault === undefined ? <RefusalNote code={error} /> : null}
      {fault === undefined || fault === 'name' ? null : (
        <Alert tone="warning" title={t(`faults.${fault}`)} announce="assertive" />
      )}
      <Card as="div" className="grid gap-5">
        {isChange ? (
          <input type="hidden" name="name" value={typed.name} />
        ) : (
          <TextField
            id="name"
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            error={fault === 'name' ? t('faults.name') : undefined}
            defaultValue={typed.name}
            maxLength={60}
            required
            autoComplete="off"
          />
        )}
        {isChange ? null : (
          <SelectField
            id="kind"
            name="kind"
            label={t('kind')}
            hint={t('kindHint')}
            defaultValue={typed.kind}
            choices={chosenKinds.map(kind => [kind, t(`kinds.${kind}`)])}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            id="days"
            name="days"
            label={t('days')}
            defaultValue={typed.days ?? '90'}
            choices={appDays.map(days => [days, t('daysOption', { days })])}
          />
          <SelectField
            id="history"
            name="history"
            label={t('history')}
            defaultValue={typed.history ?? '90'}
            choices={historyDays.map(days => [days, days === 0 ? t('historyAll') : t('historyOption', { days })])}
          />
        </div>
      </Card>
      <Card as="div" className="grid gap-5">
        <div>
          <h2 className="text-lg font-semibold">{t('accounts')}</h2>
          <p className="mt-1 text-sm text-soft">{t('accountsText')}</p>
        </div>
        {rows.map(row => (
          <AccountBoxes key={row.id} row={row} asked={asked} />
        ))}
      </Card>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <ButtonAnchor href={back} variant="secondary">
          {t('cancel')}
        </ButtonAnchor>
        <Button type="submit">{t('next')}</Button>
      </div>
    </PostForm>
  )
}

function AccountBoxes({ row, asked }: { row: AppAccountView; asked: readonly AppGrant[] }) {
  const t = useTranslations('apps')
  const legend = (
    <span className="flex items-center gap-3">
      <BankLogo bank={row.bank} size="small" />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{row.name}</bdi>
        {row.maskedIban === null ? null : <span className="block text-sm font-normal text-soft">{row.maskedIban}</span>}
      </span>
    </span>
  )
  return (
    <Fieldset legend={legend} className="border-t border-line pt-4">
      <div className="grid gap-x-6 sm:grid-cols-3">
        {asked.map(grant => (
          <Checkbox
            key={grant}
            name={grant}
            value={row.id}
            defaultChecked={row.allowed[grant] && row.offered[grant]}
            disabled={!row.offered[grant]}
            label={t(`grants.${grant}`)}
            hint={row.offered[grant] ? undefined : t('form.notConsented')}
          />
        ))}
      </div>
    </Fieldset>
  )
}
