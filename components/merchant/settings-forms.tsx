'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { ActionButton, Form, fileOf, linesOf, useForm } from '#components/actions/form.tsx'
import { ActionNote } from '#components/actions/use-action.tsx'
import { brandStyle, MerchantMark } from '#components/pay/merchant-mark.tsx'
import { sendForm, sendOnly } from '#components/query/fetch-json.ts'
import { PayeeCheck } from '#components/transfers/payee-check.tsx'
import { PayeeChoices, useVerifiedPayee } from '#components/transfers/verified-payee.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Field, TextAreaField, TextField } from '#components/ui/field.tsx'
import { FileField } from '#components/ui/file-field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { type Colour, readColour } from '#lib/domain/merchant/brand-colours.ts'
import { returnUrlFaults } from '#lib/domain/merchant/return-url.ts'
import { type BeneficiaryFault, beneficiaryFaults } from '#lib/domain/payments/payee/beneficiary.ts'
import type { MerchantBrand, StoredLogo } from '#lib/views/organisation.ts'

/** The organisation's beneficiary account, verified before it is set. What was typed stays in the form until it is valid, and is never in a URL. */
export function AccountForm({ organisation, name }: { organisation: string; name: string }) {
  const t = useTranslations('merchant.account')
  const form = useRef<HTMLFormElement>(null)
  const query = `?organisation=${organisation}`
  const payee = useVerifiedPayee(
    `/api/merchant/settings/beneficiary/verify${query}`,
    typed => sendOnly('PUT', `/api/merchant/settings/beneficiary${query}`, typed),
    () => form.current?.reset(),
  )
  const { asked, field } = payee
  const faultOf = (field: string) => {
    const fault = beneficiaryFaults.find(one => field.endsWith(`.${one}`))
    return fault ? t(`faults.${fault}`) : null
  }
  const error = (name: BeneficiaryFault['field']) => (field?.startsWith(`${name}.`) ? faultOf(field) : undefined)
  return (
    <ScriptedForm ref={form} onSubmit={payee.submit} onInput={payee.forget} noValidate className="stack gap-5">
      {(['name', 'iban', 'bic'] as const).map(field => (
        <TextField
          key={field}
          id={`account-${field}`}
          name={field}
          label={t(field)}
          error={error(field)}
          defaultValue={field === 'name' ? name : ''}
          spellCheck={false}
        />
      ))}
      {asked ? <PayeeCheck {...asked} isMerchant announce="polite" /> : null}
      <ActionNote action={payee.action} done={t('saved')} faultOf={faultOf} />
      {asked ? (
        <PayeeChoices verification={asked.verification} pending={payee.pending} onChoose={payee.choose} />
      ) : (
        <div>
          <Button type="submit" loading={payee.isBusy}>
            {t('set')}
          </Button>
        </div>
      )}
    </ScriptedForm>
  )
}

/** Withdraws an account set by a new owner before it takes effect. Requires no password, because it must be quick. */
export function WithdrawAccount({ organisation }: { organisation: string }) {
  const t = useTranslations('merchant.account')
  const url = `/api/merchant/settings/beneficiary?organisation=${organisation}`
  return (
    <div className="mt-3">
      <ActionButton variant="secondary" act={() => sendOnly('DELETE', url)}>
        {t('withdraw')}
      </ActionButton>
    </div>
  )
}

type BrandFormsProps = { organisation: string; name: string; brand: Pick<MerchantBrand, 'colour' | 'logo'> }

/** Our own colour, as the starting point of the browser's colour picker. */
const ours: Colour = '#0e5a54'

/** The looks of a merchant's payment pages: logo, colour, and how both come out. */
export function BrandForms({ organisation, name, brand }: BrandFormsProps) {
  const [colour, setColour] = useState(brand.colour)
  return (
    <div className="stack gap-6">
      <Preview name={name} logo={brand.logo} colour={colour} />
      <LogoForm organisation={organisation} hasLogo={brand.logo !== null} />
      <ColourForm organisation={organisation} saved={brand.colour} colour={colour} onChange={setColour} />
    </div>
  )
}

/** Paper and ink of both themes, whichever one this page is in. */
const grounds = {
  light: { background: '#faf7f1', color: '#1d1b17' },
  dark: { background: '#121412', color: '#f0ede5' },
} as const

/** The head and the button of a payment page, on light and on dark. */
function Preview({ name, logo, colour }: { name: string; logo: string | null; colour: Colour | null }) {
  const t = useTranslations('merchant.brand')
  return (
    <div className="grid gap-3 sm:grid-cols-2" aria-hidden="true">
      {(['light', 'dark'] as const).map(scheme => (
        <div
          key={scheme}
          style={{ colorScheme: scheme, ...grounds[scheme], ...brandStyle(colour ?? ours) }}
          className="rounded-2xl border border-line p-4"
        >
          <div className="grid gap-4">
            <MerchantMark merchant={{ name, logo }} />
            <span className="rounded-xl border border-brand bg-brand-tint px-4 py-3 text-sm">{t('bank')}</span>
            <span className={buttonClass({ wide: true })}>{t('button')}</span>
            <span className="text-sm text-brand-ink underline">{t('link')}</span>
          </div>
        </div>
      ))}
    </div>
  )
}

const fileFaults = ['empty', 'too_large', 'type'] as const

function LogoForm({ organisation, hasLogo }: { organisation: string; hasLogo: boolean }) {
  const t = useTranslations('merchant.brand')
  const url = `/api/merchant/settings/logo?organisation=${organisation}`
  const form = useForm<unknown>({
    send: (_, data) => sendForm<StoredLogo>(url, { file: fileOf(data) }),
    faults: field => {
      const fault = fileFaults.find(one => field === `file.${one}`)
      return fault ? t(`faults.${fault}`) : null
    },
  })
  return (
    <Form
      form={form}
      submit={t('upload')}
      done={t('saved')}
      more={
        hasLogo ? (
          <Button variant="quiet" disabled={form.pending} onClick={() => form.run(() => sendOnly('DELETE', url))}>
            {t('remove')}
          </Button>
        ) : null
      }
      className="grid gap-4"
    >
      <FileField
        {...form.field('file', 'logo')}
        label={t('logo')}
        hint={t('logoHint')}
        accept="image/png,image/jpeg,image/svg+xml,.svg"
      />
    </Form>
  )
}

type ColourFormProps = {
  organisation: string
  saved: Colour | null
  colour: Colour | null
  onChange: (colour: Colour | null) => void
}

function ColourForm({ organisation, saved, colour, onChange }: ColourFormProps) {
  const t = useTranslations('merchant.brand')
  const save = (wanted: Colour | null) =>
    sendOnly('PUT', `/api/merchant/settings/brand?organisation=${organisation}`, { colour: wanted ?? '' })
  const form = useForm({ send: () => save(colour) })
  const reset = (
    <Button
      variant="quiet"
      disabled={form.pending}
      onClick={() => {
        onChange(null)
        return form.run(() => save(null))
      }}
    >
      {t('ours')}
    </Button>
  )
  return (
    <Form
      form={form}
      submit={t('saveColour')}
      variant="secondary"
      done={t('saved')}
      more={saved === null && colour === null ? null : reset}
      className="grid gap-4"
    >
      <Field id="colour" label={t('colour')} hint={t('colourHint')}>
        <input
          id="colour"
          name="colour"
          type="color"
          value={colour ?? ours}
          aria-describedby="colour-hint"
          onChange={event => onChange(readColour(event.target.value))}
          className="h-11 w-20 cursor-pointer rounded-xl border border-control bg-surface p-1"
        />
      </Field>
    </Form>
  )
}

const faults = [...returnUrlFaults, 'too_many'] as const

/** The registered return URLs, one per line. */
export function ReturnUrlsForm({ organisation, urls }: { organisation: string; urls: readonly string[] }) {
  const t = useTranslations('merchant.returns')
  const org = useTranslations('merchant.org')
  const form = useForm({
    send: text =>
      sendOnly('PUT', `/api/merchant/settings/return-urls?organisation=${organisation}`, {
        urls: linesOf(text('urls')),
      }),
    faults: field => {
      const [, index = '', name = index] = field.split('.')
      const fault = faults.find(one => one === name)
      if (!fault) return null
      return fault === 'too_many'
        ? t(`faults.${fault}`)
        : t('fault', { line: Number(index) + 1, words: t(`faults.${fault}`) })
    },
  })
  return (
    <Form form={form} submit={org('save')} done={t('saved')} className="stack gap-5">
      <TextAreaField
        name="urls"
        label={t('label')}
        error={form.error('returnUrls')}
        rows={4}
        defaultValue={urls.join('\n')}
        spellCheck={false}
      />
    </Form>
  )
}
