'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Form, type FormState, faultsOf, type ReadText, useForm } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge, Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Fieldset, SelectField, TextField } from '#components/ui/field.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { bankFeatures } from '#lib/domain/bank/features.ts'
import type { BankHealthView } from '#lib/views/bank-health.ts'
import type { NewBankEntry } from '#lib/views/operator.ts'

const texts = ['name', 'group', 'bic', 'city', 'initials'] as const
const addresses = ['baseUrl', 'screensUrl', 'platform'] as const
const limits = [
  'connectMs',
  'attendedMs',
  'batchMs',
  'bodyMs',
  'maxConnections',
  'parallelPages',
  'refreshesAtOnce',
] as const
const flags = ['enabled', 'pkce', 'appToApp'] as const
const colors = ['brandColor', 'brandInk'] as const

/** Adds or changes a bank; faults are shown at the field, with the remedy. */
export function BankForm({ entry, isNew }: { entry: NewBankEntry; isNew: boolean }) {
  const t = useTranslations('operatorForms.bank')
  const router = useRouter()
  const form = useForm({
    send: async (text, data) => {
      const sent = readForm(text, data, isNew)
      await sendOnly(isNew ? 'POST' : 'PUT', `/api/operator/banks${isNew ? '' : `/${entry.code}`}`, sent)
      if (isNew) router.push(`/operator/banks/${text('code')}`)
    },
    faults: faultsOf(fieldNames, name => t(`faults.${name}`)),
  })
  const control = { form, entry }
  return (
    <Card>
      <Form form={form} submit={isNew ? t('add') : t('save')} done={t('saved')} className="grid grid-cols-1 gap-8">
        <Fieldset legend={t('identity')}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            {isNew ? <TextControl {...control} name="code" /> : null}
            {texts.map(name => (
              <TextControl key={name} {...control} name={name} />
            ))}
            {colors.map(name => (
              <TextControl key={name} {...control} name={name} />
            ))}
          </div>
        </Fieldset>
        <Fieldset legend={t('interface')}>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            {addresses.map(name => (
              <TextControl key={name} {...control} name={name} hinted />
            ))}
            <SelectField
              name="aisVersion"
              label={t('fields.aisVersion')}
              defaultValue={entry.aisVersion}
              choices={[
                ['1.6.2', '1.6.2'],
                ['1.4.2', '1.4.2'],
              ]}
            />
          </div>
          <div className="mt-5 grid grid-cols-1 gap-2">
            {flags.map(name => (
              <Checkbox key={name} name={name} defaultChecked={entry[name]} label={t(`fields.${name}`)} />
            ))}
          </div>
        </Fieldset>
        <Fieldset legend={t('supports')}>
          <p className="mb-2 text-sm text-soft">{t('supportsText')}</p>
          <div className="grid grid-cols-1 gap-2">
            {bankFeatures.map(name => (
              <Checkbox
                key={name}
                name={name}
                defaultChecked={entry.supports.includes(name)}
                label={t(`features.${name}`)}
              />
            ))}
          </div>
        </Fieldset>
        <Fieldset legend={t('limits')}>
          <p className="mb-4 text-sm text-soft">{t('limitsText')}</p>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            {limits.map(name => (
              <TextControl key={name} {...control} name={name} inputMode="numeric" />
            ))}
          </div>
        </Fieldset>
      </Form>
    </Card>
  )
}

const fieldNames = ['code', ...texts, ...addresses, ...limits, ...colors] as const
type FieldName = (typeof fieldNames)[number]

type TextControlProps = {
  name: FieldName
  entry: NewBankEntry
  form: Pick<FormState, 'field'>
  hinted?: boolean
  inputMode?: 'numeric'
}

function TextControl({ name, entry, form, hinted = false, inputMode }: TextControlProps) {
  const t = useTranslations('operatorForms.bank')
  const isHinted = hinted && (name === 'baseUrl' || name === 'screensUrl' || name === 'platform')
  return (
    <TextField
      {...form.field(name)}
      label={t(`fields.${name}`)}
      hint={isHinted ? t(`hints.${name}`) : undefined}
      defaultValue={entry[name] ?? ''}
      inputMode={inputMode}
    />
  )
}

function readForm(text: ReadText, data: FormData, isNew: boolean) {
  const strings = [
    'name',
    'group',
    'bic',
    'initials',
    ...addresses,
    ...colors,
    'aisVersion',
    ...(isNew ? ['code'] : []),
  ]
  return {
    ...Object.fromEntries(strings.map(name => [name, text(name)])),
    city: text('city') === '' ? null : text('city'),
    ...Object.fromEntries(flags.map(name => [name, data.has(name)])),
    supports: bankFeatures.filter(name => data.has(name)),
    ...Object.fromEntries(limits.map(name => [name, text(name) === '' ? null : Number(text(name))])),
  }
}

type LogoFormProps = {
  bank: { code: string; initials: string; brandColor: string; brandInk: string; logo: string | null }
}

/** A bank's logo: shows the current one, uploads another, or returns to the drawn initials. */
export function LogoForm({ bank }: LogoFormProps) {
  const t = useTranslations('operatorForms.logo')
  const url = `/api/operator/banks/${bank.code}/logo`
  const form = useForm({
    send: async (_, data) => {
      const file = data.get('file')
      await sendOnly('PUT', url, { svg: file instanceof File ? await file.text() : '' })
    },
    // A file too large for the route is a fault of the body.
    faults: field => (field === 'svg' || field === 'body' ? t('fault') : null),
  })
  return (
    <Card title={t('title')} text={t('text')}>
      <Form
        form={form}
        submit={t('save')}
        done={t('saved')}
        more={
          bank.logo === null ? null : (
            <Button variant="quiet" disabled={form.pending} onClick={() => form.run(() => sendOnly('DELETE', url))}>
              {t('remove')}
            </Button>
          )
        }
        className="mt-5 grid gap-5"
      >
        <div className="flex flex-wrap items-end gap-5">
          <BankLogo bank={bank} size="large" />
          <FileField
            id="logo"
            name="file"
            label={t('file')}
            hint={t('hint')}
            accept="image/svg+xml,.svg"
            error={form.error('svg') ?? form.error('body')}
          />
        </div>
      </Form>
    </Card>
  )
}

/** The state of a bank's breaker, and the switch that allows its emergency access while the interface is down. */
export function FallbackSwitch({ health }: { health: BankHealthView }) {
  const t = useTranslations('operator.health')
  const states = useTranslations('operator.banks.state')
  const action = useAction()
  const { allowed, offered, because } = health.fallback
  const turn = () =>
    action.run(() => sendOnly('PUT', `/api/operator/banks/${health.code}/fallback`, { allowed: !allowed }))
  return (
    <Card
      titleId="health-title"
      title={t('title')}
      text={t('text')}
      action={<Badge tone={health.state === 'up' ? 'success' : 'danger'}>{states(health.state)}</Badge>}
    >
      {health.downSince ? (
        <Alert tone="danger" className="mt-4" title={t('downSince')}>
          <DateText value={health.downSince} style="moment" />
          {health.reason ? ` · ${health.reason}` : null}
          {` · ${t('probes', { count: health.failedProbes })}`}
        </Alert>
      ) : null}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{allowed ? t('allowed') : t('forbidden')}</p>
          <p className="text-sm text-soft">{offered ? t('offered') : t(`because.${because ?? 'interface_is_up'}`)}</p>
        </div>
        <Button variant={allowed ? 'secondary' : 'danger'} loading={action.pending} onClick={turn}>
          {allowed ? t('forbid') : t('allow')}
        </Button>
      </div>
      <ActionNote action={action} done={t('changed')} className="mt-4" />
    </Card>
  )
}
