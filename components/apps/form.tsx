import { useLocale, useTranslations } from 'next-intl'
import { RefusalNote } from '#components/failures/told.tsx'
import { formatDate } from '#components/format/text.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button, ButtonAnchor, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Fieldset, SelectField, TextField } from '#components/ui/field.tsx'
import {
  type AppGrant,
  appDays,
  appGrants,
  chosenKinds,
  everyAccount,
  historyDays,
  isOffered,
  unchanged,
} from '#lib/domain/apps/allowance.ts'
import type { AppAccountView, AppPageView, AppTyped } from '#lib/views/app.ts'

const faults = ['kind', 'name', 'days', 'history', 'accounts', 'apps'] as const

type AppFormProps = {
  /** Where the choice is sent. */
  action: string
  /** Where one goes without choosing. */
  back: string
  rows: readonly AppAccountView[]
  typed: AppTyped
  error: string | null
  field: string | null
  /** The app that the choice changes. */
  changes?: Pick<AppPageView, 'state' | 'until' | 'historyFrom'> | undefined
  /** Of a choice that changes an app, or for one that asks. */
  keepsName: boolean
  /** What an app asks for; everything if nothing is said. */
  asked?: readonly AppGrant[]
  /** What is sent besides. */
  sends?: Readonly<Record<string, string>>
}

/** What an app may read: per account and kind, for how long, and how far back. A plain form. */
export function AppForm(props: AppFormProps) {
  const { action, back, rows, typed, error, field, changes, keepsName, asked = appGrants, sends } = props
  const t = useTranslations('apps.form')
  const fault = error === 'invalid_input' ? faults.find(one => one === field) : undefined
  return (
    <PostForm action={action} sends={sends} className="grid gap-6">
      {error !== null && fault === undefined ? <RefusalNote code={error} /> : null}
      {fault === undefined || fault === 'name' ? null : (
        <Alert tone="warning" title={t(`faults.${fault}`)} announce="assertive" />
      )}
      <Card as="div" className="grid gap-5">
        {keepsName ? (
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
        {keepsName ? null : (
          <SelectField
            id="kind"
            name="kind"
            label={t('kind')}
            hint={t('kindHint')}
            defaultValue={typed.kind}
            choices={chosenKinds.map(kind => [kind, t(`kinds.${kind}`)])}
          />
        )}
        <Bounds typed={typed} changes={changes} />
      </Card>
      <Card as="div" className="grid gap-5">
        <div>
          <h2 className="text-lg font-semibold">{t('accounts')}</h2>
          <p className="mt-1 text-sm text-soft">{t('accountsText')}</p>
        </div>
        {rows.length > 3 ? <EveryBoxes rows={rows} asked={asked} /> : null}
        {rows.map(row => (
          <div key={row.id} className="border-t border-line pt-4">
            <AccountBoxes row={row} asked={asked} />
          </div>
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

/** For how long, and how far back; of an app that is changed, first as it is. */
function Bounds({ typed, changes }: Pick<AppFormProps, 'typed' | 'changes'>) {
  const t = useTranslations('apps.form')
  const locale = useLocale()
  const day = (value: string) => formatDate(value, locale, 'long')
  const until = changes && changes.state !== 'expired' ? changes.until : null
  const from = changes && (changes.historyFrom ? t('historySame', { date: day(changes.historyFrom) }) : t('allSame'))
  const choices = (same: string | null | undefined, others: readonly (readonly [number, string])[]) =>
    same ? [[unchanged, same] as const, ...others] : others
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField
        id="days"
        name="days"
        label={t('days')}
        defaultValue={typed.days ?? (until ? unchanged : '90')}
        choices={choices(
          until && t('daysSame', { date: day(until) }),
          appDays.map(days => [days, t('daysOption', { days })]),
        )}
      />
      <SelectField
        id="history"
        name="history"
        label={t('history')}
        defaultValue={typed.history ?? (from ? unchanged : '90')}
        choices={choices(
          from,
          historyDays.map(days => [days, days === 0 ? t('historyAll') : t('historyOption', { days })]),
        )}
      />
    </div>
  )
}

/** A box for all accounts, kind by kind, besides those of each. */
function EveryBoxes({ rows, asked }: { rows: readonly AppAccountView[]; asked: readonly AppGrant[] }) {
  const t = useTranslations('apps')
  const offered = asked.filter(grant => rows.some(row => isOffered(row.offered, grant)))
  return (
    <Fieldset legend={t('form.every', { count: rows.length })}>
      <div className="grid gap-x-6 sm:grid-cols-3">
        {offered.map(grant => (
          <Checkbox key={grant} name={grant} value={everyAccount} label={t(`grants.${grant}`)} />
        ))}
      </div>
      <p className="mt-1 text-sm text-soft">{t('form.everyText')}</p>
    </Fieldset>
  )
}

function AccountBoxes({ row, asked }: { row: AppAccountView; asked: readonly AppGrant[] }) {
  const t = useTranslations('apps')
  const offers = (grant: AppGrant) => isOffered(row.offered, grant)
  const legend = (
    <span className="flex items-center gap-3">
      <BankLogo bank={row.bank} size="small" />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{row.name}</bdi>
        {row.maskedIban === null ? null : <span className="block text-sm font-normal text-soft">{row.maskedIban}</span>}
        {row.isStale ? <span className="block text-sm font-normal text-soft">{t('stale')}</span> : null}
      </span>
    </span>
  )
  return (
    <Fieldset legend={legend}>
      <div className="grid gap-x-6 sm:grid-cols-3">
        {asked.map(grant => (
          <Checkbox
            key={grant}
            name={grant}
            value={row.id}
            defaultChecked={row.allowed[grant] && offers(grant)}
            disabled={!offers(grant)}
            label={t(`grants.${grant}`)}
            hint={offers(grant) ? undefined : t(row.offered[grant] ? 'form.notWithoutBalance' : 'form.notConsented')}
          />
        ))}
      </div>
    </Fieldset>
  )
}
