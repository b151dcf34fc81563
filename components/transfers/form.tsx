import { frequencies } from '@guichet/stet/terms/payment-request.ts'
import { bareIban, groupIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { useTranslations } from 'next-intl'
import { BankLine } from '#components/accounts/bank-line.tsx'
import { Money } from '#components/format/value.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Alert, Card } from '#components/ui/card.tsx'
import { Checkbox, Radio } from '#components/ui/checkbox.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { FieldError, Fieldset, SelectField, TextField } from '#components/ui/field.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { readTypedIban } from '#lib/domain/payments/payee/iban.ts'
import { maxPayments, type TransferFault, type TransferTyped } from '#lib/domain/payments/transfer/form.ts'
import type { PayeeView } from '#lib/views/transfer.ts'
import type { TransferSource } from '#lib/views/transfer-page.ts'
import { IbanField } from './iban-field.tsx'
import { KeptForm } from './kept-form.tsx'
import { PayeeChoice } from './payee-choice.tsx'

export type TransferFormProps = {
  draftId: string
  typed: TransferTyped
  source: TransferSource
  /** Shown next to their fields; empty before the form was sent. */
  faults: readonly TransferFault[]
  payees: readonly PayeeView[]
  /** Other accounts of the person. */
  own: readonly { readonly id: string; readonly name: string; readonly iban: string; readonly bankName: string }[]
  banks: Readonly<Record<string, string>>
  today: string
}

/** A plain HTML form that works without JavaScript: CSS hides the fields that the current choice excludes. */
export function TransferForm(props: TransferFormProps) {
  const { draftId, typed, source, faults } = props
  const t = useTranslations('transfers.form')
  return (
    <KeptForm action="/transfers/new/save" className="group/form grid grid-cols-1 gap-5" noValidate>
      {/* Enter activates the first button of a form. */}
      <button type="submit" name="action" value="continue" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="draft" value={draftId} />
      <input type="hidden" name="accountId" value={typed.accountId ?? ''} />
      <input type="hidden" name="bankCode" value={typed.bankCode ?? ''} />
      <input type="hidden" name="locale" value={typed.locale} />
      <input type="hidden" name="count" value={typed.payments.length} />
      <FaultList faults={faults} />
      <From source={source} />
      <To {...props} />
      <Payments {...props} />
      <When {...props} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="action" value="continue" size="large">
          {t('next')}
        </Button>
        <ButtonLink href="/transfers" variant="quiet" size="large">
          {t('cancel')}
        </ButtonLink>
      </div>
    </KeptForm>
  )
}

/** The id of a field's element. */
const idOf = (field: string) => `transfer-${field.replace('.', '-')}`

function useFault(faults: readonly TransferFault[]): (field: string) => string | undefined {
  const t = useTranslations('transfers.faults')
  return field => {
    const found = faults.find(one => one.field === field)
    return found ? t(found.fault) : undefined
  }
}

function FaultList({ faults }: { faults: readonly TransferFault[] }) {
  const t = useTranslations('transfers')
  if (faults.length === 0) return null
  return (
    <Alert tone="danger" title={t('form.errorsTitle', { count: faults.length })} announce="assertive">
      <ul className="mt-1 grid gap-1">
        {faults.map(({ field, fault }) => (
          <li key={field}>
            <a href={`#${idOf(field)}`} className="link">
              {t(`faults.${fault}`)}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function From({ source: { account, bank } }: { source: TransferSource }) {
  const t = useTranslations('transfers.form')
  return (
    <Card aria-labelledby="from-title">
      <div className="flex flex-wrap items-center gap-4">
        <BankLogo bank={bank} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 id="from-title" className="text-sm text-soft">
            {t('from')}
          </h2>
          <p className="font-semibold wrap-anywhere">{account?.name ?? t('chosenAtBank')}</p>
          <p className="text-sm text-soft">
            <BankLine bank={bank} iban={account?.iban} />
            {account?.balance ? (
              <>
                {' · '}
                <Money value={toMoneyView(account.balance)} />
              </>
            ) : null}
          </p>
        </div>
        <Link href="/transfers/new" className="link inline-flex min-h-11 items-center">
          {t('changeSource')}
        </Link>
      </div>
    </Card>
  )
}

function To({ typed, faults, payees, own, banks }: TransferFormProps) {
  const t = useTranslations('transfers.form')
  const faultOf = useFault(faults)
  const isAlone = payees.length + own.length === 0
  return (
    <Card titleId="to-title" title={t('to')} className="grid grid-cols-1 gap-4">
      {isAlone ? (
        <input type="hidden" name="to" value="new" />
      ) : (
        <PayeeChoice id={idOf('to')} chosen={typed.to} error={faultOf('to')} payees={payees} own={own} />
      )}
      <div
        className={
          isAlone
            ? 'grid grid-cols-1 gap-4'
            : 'hidden grid-cols-1 gap-4 group-has-[input[name=to][value=new]:checked]/form:grid'
        }
      >
        <TextField
          id={idOf('name')}
          name="name"
          label={t('name')}
          hint={t('nameHint')}
          error={faultOf('name')}
          defaultValue={typed.name}
          maxLength={200}
        />
        <IbanField
          id={idOf('iban')}
          label={t('iban')}
          defaultValue={readTypedIban(typed.iban).check === 'sound' ? groupIban(bareIban(typed.iban)) : typed.iban}
          error={faultOf('iban')}
          banks={banks}
        />
        <TextField
          id={idOf('bic')}
          name="bic"
          label={t('bic')}
          error={faultOf('bic')}
          defaultValue={typed.bic}
          translate="no"
          className="sm:max-w-60"
          maxLength={20}
        />
        <Checkbox name="save" value="yes" defaultChecked={typed.save} label={t('save')} />
        <Alert tone="warning" title={t('fraudTitle')}>
          {t('fraudText')}
        </Alert>
      </div>
    </Card>
  )
}

function Payments({ typed, faults, source: { offer } }: TransferFormProps) {
  const t = useTranslations('transfers')
  const faultOf = useFault(faults)
  const isMany = typed.payments.length > 1
  const error = faultOf('payments')
  return (
    <Card titleId="payments-title" title={t('form.payments')} className="grid grid-cols-1 gap-5">
      <div id={idOf('payments')} className="grid grid-cols-1 gap-5">
        {error ? <FieldError id={idOf('payments')}>{error}</FieldError> : null}
        {typed.payments.map(({ amount, remittance }, at) => (
          <Fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its index in the form
            key={at}
            legend={t('form.payment', { number: at + 1 })}
            legendHidden={!isMany}
            className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]"
          >
            <TextField
              id={idOf(`amount.${at}`)}
              name={`amount.${at}`}
              label={t('form.amount')}
              hint={t('form.amountHint')}
              error={faultOf(`amount.${at}`)}
              defaultValue={amount}
              inputMode="decimal"
              maxLength={40}
            />
            <TextField
              id={idOf(`remittance.${at}`)}
              name={`remittance.${at}`}
              label={t('form.remittance')}
              hint={t('form.remittanceHint')}
              error={faultOf(`remittance.${at}`)}
              defaultValue={remittance}
              maxLength={140}
            />
            {isMany ? (
              <Button
                type="submit"
                name="action"
                value={`remove.${at}`}
                variant="quiet"
                size="small"
                className="justify-self-start"
              >
                {t('form.removePayment', { number: at + 1 })}
              </Button>
            ) : null}
          </Fieldset>
        ))}
      </div>
      {offer.several === null && typed.payments.length < maxPayments ? (
        <Button type="submit" name="action" value="add" variant="secondary" size="small" className="justify-self-start">
          {t('form.addPayment')}
        </Button>
      ) : null}
    </Card>
  )
}

const whens = ['today', 'later', 'regular'] as const

function When({ typed, faults, today, source: { offer } }: TransferFormProps) {
  const t = useTranslations('transfers')
  const faultOf = useFault(faults)
  const frequency = { id: idOf('frequency'), label: t('form.frequency'), error: faultOf('frequency') }
  const rule = { id: idOf('rule'), label: t('form.rule') }
  const regularOnly = 'hidden group-has-[input[value=regular]:checked]/form:grid'
  return (
    <Card className="grid grid-cols-1 gap-4">
      <Fieldset legend={<span className="text-lg">{t('form.when')}</span>} className="grid gap-1">
        {whens.map(when => (
          <Radio key={when} name="when" value={when} defaultChecked={typed.when === when}>
            {t(`form.${when}`)}
          </Radio>
        ))}
      </Fieldset>
      <div className="hidden grid-cols-1 gap-4 group-has-[input[value=later]:checked]/form:grid group-has-[input[value=regular]:checked]/form:grid sm:grid-cols-2">
        <DateField
          id={idOf('date')}
          name="date"
          label={t('form.firstDate')}
          error={faultOf('date')}
          min={today}
          value={typed.date}
        />
        <SelectField
          {...frequency}
          name="frequency"
          defaultValue={typed.frequency}
          className={regularOnly}
          choices={frequencies.map(one => [one, t(`frequencies.${one}`)])}
        />
        <DateField
          id={idOf('endDate')}
          name="endDate"
          label={t('form.endDate')}
          error={faultOf('endDate')}
          min={today}
          value={typed.endDate}
          className={regularOnly}
        />
        <SelectField
          {...rule}
          name="executionRule"
          defaultValue={typed.executionRule}
          className={regularOnly}
          choices={[
            ['FWNG', t('rules.FWNG')],
            ['PREC', t('rules.PREC')],
          ]}
        />
      </div>
      <div id={idOf('instant')} className="border-t border-line pt-4 empty:hidden">
        {offer.instant === null ? (
          <Checkbox
            name="instant"
            value="yes"
            defaultChecked={typed.isInstant}
            label={t('form.instant')}
            hint={t('form.instantHint')}
          />
        ) : null}
        {faultOf('instant') ? <FieldError id={idOf('instant')}>{faultOf('instant')}</FieldError> : null}
      </div>
    </Card>
  )
}
