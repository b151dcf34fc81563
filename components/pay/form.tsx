import { foldText } from '@guichet/values/text/clean.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button, PostForm } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import { isAway } from '#lib/domain/payments/order/stage.ts'
import type { PayBank, PublicOrderView } from '#lib/views/public-order.ts'
import { BankChoice, IbanWatch } from './bank-choice.tsx'

type PayFormProps = {
  order: PublicOrderView
  banks: readonly PayBank[]
  /** The bank last used in this browser. */
  last: string | null
  chosen: string | null
  query: string
  /** The bank that the payee proposes, unless the payer wants another. */
  preferred: PayBank | null
  /** The faulty field of the previous submission. */
  wrongField: string | null
  /** What is paid and to whom: beside the banks, or below them on a phone. */
  about: ReactNode
  /** The legal information for the payer before the redirect. */
  legal: ReactNode
}

const formId = 'pay'

/** The choice of a bank, optional fields that shorten the bank's screens, and the button. A plain form: works without JavaScript. */
export function PayForm({ order, banks, preferred, last, chosen, query, wrongField, about, legal }: PayFormProps) {
  const t = useTranslations('pay')
  const error = (field: 'debtorIban' | 'identifier' | 'receiptEmail' | 'bank') =>
    wrongField === field ? t(`errors.${field}`) : null
  const picked = chosen ?? last
  const hasPicked = banks.some(({ bank }) => bank.code === picked)
  // The bank of last time first: most people pay from one.
  const sorted = [...banks].sort((one, other) => Number(other.bank.code === last) - Number(one.bank.code === last))
  const only = banks.length === 1 ? (banks[0]?.bank.code ?? null) : null
  return (
    <>
      <div className="stack gap-5 lg:col-start-1 lg:row-start-1">
        <Card
          titleId="bank-title"
          title={preferred === null ? t('choose.bankTitle') : t('choose.yourBank')}
          bodyClass="mt-3 sm:mt-4"
        >
          {preferred === null ? null : <PreferredBank publicId={order.publicId} preferred={preferred} />}
          {preferred !== null ? null : (
            <Banks
              banks={sorted}
              chosen={hasPicked ? picked : query === '' ? only : null}
              last={last}
              query={query}
              error={error('bank')}
            />
          )}
          {order.wantsInstant === 'never' || preferred?.isInstant ? null : (
            <p className="mt-3 text-sm text-soft">
              {t(`choose.instants.${order.wantsInstant}`, { payee: order.payee })}
            </p>
          )}
          <p className="mt-4">
            <a href={`/pay/${order.publicId}/transfer`} className="link inline-flex min-h-11 items-center">
              {t('choose.notListed')}
            </a>
          </p>
        </Card>
      </div>
      {about}
      <div className="stack gap-5 lg:col-start-1 lg:row-start-2">
        {/* After "back" a browser would tick the bank at the old one's place, and the last bank has moved to the top. */}
        <PostForm id={formId} action={`/pay/${order.publicId}/start`} autoComplete="off" className="grid gap-5">
          <Options
            order={order}
            errors={{
              iban: error('debtorIban'),
              identifier: error('identifier'),
              receipt: error('receiptEmail'),
            }}
          />
        </PostForm>
        {legal}
      </div>
      {/* Always visible on a phone, however long the list of banks is, with a link to the legal information. */}
      <div
        data-dock
        className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-paper/95 px-4 pt-3 pb-1 backdrop-blur sm:mx-0 sm:px-0 lg:static lg:col-start-1 lg:row-start-3 lg:border-0 lg:bg-transparent lg:p-0 lg:backdrop-blur-none"
      >
        <Button type="submit" form={formId} size="large" wide>
          {t('choose.pay')}
          <Icon name="arrowRight" />
        </Button>
        <p className="text-center text-sm lg:hidden">
          <a href="#legal" className="link inline-flex min-h-8 items-center">
            {t('legal.title')}
          </a>
        </p>
      </div>
      <div className="grid gap-3 lg:col-start-1 lg:row-start-4">
        <p className="text-center text-sm text-soft">{t('choose.leaving')}</p>
        {order.giveUpTo ? (
          <a href={order.giveUpTo} className="link inline-flex min-h-11 items-center justify-self-center">
            {t('choose.giveUp', { payee: order.payee })}
          </a>
        ) : null}
      </div>
    </>
  )
}

/** The proposed bank, with a way to the others. */
function PreferredBank({ publicId, preferred }: { publicId: string; preferred: PayBank }) {
  const t = useTranslations('pay.choose')
  const { bank, isInstant } = preferred
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-2xl border border-brand bg-brand-tint px-4 py-3">
      <input type="hidden" name="bank" value={bank.code} form={formId} />
      <span className="flex min-w-0 items-center gap-3">
        <BankLogo bank={bank} size="small" />
        <span className="min-w-0">
          <span className="block font-semibold leading-snug wrap-anywhere">{bank.name}</span>
          <span className="block text-sm text-soft">{isInstant ? t('instant') : bank.group}</span>
        </span>
      </span>
      <a href={`/pay/${publicId}?banks=all`} className="link inline-flex min-h-11 items-center">
        {t('otherBank')}
      </a>
    </div>
  )
}

type OptionsProps = {
  order: PublicOrderView
  errors: Readonly<Record<'iban' | 'identifier' | 'receipt', string | null>>
}

function Options({ order, errors }: OptionsProps) {
  const t = useTranslations('pay')
  return (
    <Card as="div" className="grid gap-4">
      <Checkbox
        name="showsIban"
        value="yes"
        label={t('choose.showsIban', { payee: order.payee })}
        hint={t('choose.showsIbanHint')}
      />
      {order.knownDebtor === null ? null : (
        <Checkbox
          name="otherAccount"
          value="yes"
          label={t('choose.otherAccount')}
          hint={t('choose.otherAccountHint', { iban: order.knownDebtor, payee: order.payee })}
        />
      )}
      <Disclosure title={t('choose.receipt')} open={errors.receipt !== null} className="border-t border-line pt-3">
        <TextField
          id="pay-receipt"
          name="receiptEmail"
          type="email"
          label={t('choose.receiptEmail')}
          hint={t(order.isTest ? 'choose.receiptTest' : 'choose.receiptHint')}
          error={errors.receipt}
          maxLength={254}
          autoComplete="email"
        />
      </Disclosure>
      <Disclosure
        title={t('choose.options')}
        open={errors.iban !== null || errors.identifier !== null}
        className="border-t border-line pt-3"
      >
        <div className="mt-2 grid gap-5">
          {order.knownDebtor !== null ? null : (
            <div>
              <TextField
                id="pay-iban"
                name="debtorIban"
                label={t('choose.iban')}
                hint={`${t('choose.ibanHint')} ${t('choose.ibanExample')}`}
                error={errors.iban}
                maxLength={60}
                autoCapitalize="characters"
                spellCheck={false}
                className="tabular"
              />
              <IbanWatch
                field="pay-iban"
                words={{
                  typing: t('iban.typing', { length: '{length}', expected: '{expected}' }),
                  characters: t('iban.characters'),
                  country_unknown: t('iban.country_unknown'),
                  too_long: t('iban.too_long', { length: '{length}', expected: '{expected}' }),
                  check_digits: t('iban.check_digits'),
                  not_sepa: t('iban.not_sepa'),
                  sound: t('iban.sound'),
                }}
              />
            </div>
          )}
          <TextField
            id="pay-identifier"
            autoComplete="on"
            name="identifier"
            label={t('choose.identifier')}
            hint={t('choose.identifierHint')}
            error={errors.identifier}
            maxLength={70}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      </Disclosure>
    </Card>
  )
}

type BanksProps = Pick<PayFormProps, 'banks' | 'chosen' | 'last' | 'query'> & { error: string | null }

/** The banks as radio buttons, of a form that is elsewhere, because forms can't be nested. */
function Banks({ banks, chosen, last, query, error }: BanksProps) {
  const t = useTranslations('pay.choose')
  return (
    <fieldset aria-describedby={error ? 'pay-bank-error' : undefined}>
      <legend className="sr-only">{t('bankTitle')}</legend>
      <BankChoice
        banks={banks.map(bank => ({
          code: bank.bank.code,
          text: searchTextOf(bank),
          card: <BankRadio bank={bank} chosen={chosen} last={last} />,
        }))}
        query={query}
        words={{
          label: t('searchLabel'),
          submit: t('searchSubmit'),
          found: t('found', { count: '{count}' }),
          foundOne: t('foundOne'),
          none: t('none'),
          showAll: t('showAll'),
        }}
      />
      {error ? (
        <p id="pay-bank-error" role="alert" className="mt-2 text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

type BankRadioProps = Pick<PayFormProps, 'chosen' | 'last'> & { bank: PayBank }

function BankRadio({ bank: { bank, answers, isInstant }, chosen, last }: BankRadioProps) {
  const t = useTranslations('pay.choose')
  const about = [last === bank.code ? t('last') : bank.group, bank.city, isInstant ? t('instant') : null]
  return (
    <label className="flex h-full min-h-16 cursor-pointer items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-3 transition-[border-color,box-shadow] duration-150 hover:border-brand has-checked:border-brand has-checked:bg-brand-tint has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand">
      <input
        type="radio"
        name="bank"
        value={bank.code}
        form={formId}
        required
        data-missing={`${t('bankTitle')}.`}
        defaultChecked={chosen === bank.code}
        className="size-5 shrink-0 accent-brand"
      />
      <BankLogo bank={bank} size="small" />
      <span className="min-w-0">
        <span className="block font-semibold leading-snug wrap-anywhere">{bank.name}</span>
        <span className="block text-sm text-soft">{answers ? about.filter(Boolean).join(' · ') : t('down')}</span>
      </span>
    </label>
  )
}

function searchTextOf({ bank: { name, code, bic, group, city } }: PayBank): string {
  return foldText([name, code, bic, group, city ?? ''].join(' '))
}

/** Where its bank refused it instantly. */
function wantsInstantOf({ bank, ordinaryAt, wantsInstant }: PublicOrderView): 'preferred' | 'required' | null {
  return bank !== null && wantsInstant !== 'never' && ordinaryAt.includes(bank.code) ? wantsInstant : null
}

/** Before paying into an account that its bank says is somebody else's. */
export function HolderNotice({ order: { kind, holder, payee, holderCheck } }: { order: PublicOrderView }) {
  const t = useTranslations('pay.choose')
  const locale = useLocale()
  const { finding, at } = holderCheck
  if (finding !== 'other' || at === null || kind === 'refund') return null
  return (
    <Alert tone="warning" title={t('otherHolderTitle')} className="mb-6">
      {t('otherHolderText', { holder: holder ?? payee, payee, day: formatDate(at, locale) })}
    </Alert>
  )
}

/** The notice above the form: an attempt waiting elsewhere, or one that ended without a debit. */
export function PayNotice({ order }: { order: PublicOrderView }) {
  const t = useTranslations('pay')
  const locale = useLocale()
  const { stage, payee } = order
  if (stage === 'open') return null
  const values = {
    ...nameBank(order.bank?.name ?? ''),
    payee,
    amount: formatMoney(order.amount, locale),
    received: order.received === null ? '' : formatMoney(order.received, locale),
  }
  const wish = wantsInstantOf(order)
  const instant = wish === null ? '' : t(`choose.instantRefused.${wish}`, values)
  if (isAway(stage)) {
    return (
      <Alert tone="warning" title={t('choose.waitingTitle', values)} className="mb-6">
        {t('choose.waitingText')}
      </Alert>
    )
  }
  return (
    <Alert tone="warning" title={t(`result.stages.${stage}.title`)} className="mb-6">
      {t(`result.stages.${stage}.text`, values)} {instant} {stage === 'part_received' ? null : t('choose.again')}
    </Alert>
  )
}
