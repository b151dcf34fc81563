import { useTranslations } from 'next-intl'
import { Money } from '#components/format/value.tsx'
import { PostButton, PostForm } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Badge, Card } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { RowDisclosure } from '#components/ui/disclosure.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { closureOf } from '#lib/domain/accounts/closure.ts'
import type { CountedAccountView, MoneyView } from '#lib/views/banking.ts'
import type { ArrangementView } from '#lib/views/holding.ts'
import { BankLine } from './bank-line.tsx'

type ArrangementProps = { accounts: ArrangementView['accounts']; totals: readonly MoneyView[]; saved: string | null }

/** All accounts in the person's order, each with its name, group and what it counts for; plain forms. */
export function Arrangement({ accounts, totals, saved }: ArrangementProps) {
  const t = useTranslations('arrange')
  const groups = [...new Set(accounts.flatMap(({ group }) => group ?? []))]
  return (
    <Card flush titleId="accounts-title" title={t('accounts')} text={t('lead')}>
      <datalist id="groups">
        {groups.map(group => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <ul className="divide-y divide-line border-t border-line">
        {accounts.map((account, at) => (
          <li key={account.id} id={`account-${account.id}`} className="flex scroll-mt-24 items-start">
            <div className="min-w-0 flex-1">
              <RowDisclosure row={<AccountSummary account={account} isSaved={saved === account.id} />}>
                <AccountForm account={account} />
              </RowDisclosure>
            </div>
            <div className="flex flex-col py-2 pr-2 sm:pr-4">
              <MoveButton account={account} to="up" disabled={at === 0} />
              <MoveButton account={account} to="down" disabled={at === accounts.length - 1} />
            </div>
          </li>
        ))}
      </ul>
      <Sums label={t('total')} sums={totals} />
    </Card>
  )
}

type OneProps = { account: ArrangementView['accounts'][number] }

function AccountSummary({ account, isSaved }: OneProps & { isSaved: boolean }) {
  const t = useTranslations('arrange')
  const { name, bank, maskedIban, group, hidden, isCounted, mainBalance, sync } = account
  const closure = closureOf(sync)
  const look = isCounted ? 'font-semibold' : 'font-semibold text-faint'
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
          <bdi>{name}</bdi>
          {isSaved ? <Badge tone="success">{t('saved')}</Badge> : null}
          {closure ? <Badge tone="warning">{t(`closures.${closure}`)}</Badge> : null}
          {hidden ? <Badge>{t('hidden')}</Badge> : null}
          <CountBadge account={account} />
        </span>
        <span className="block text-sm text-soft">
          <BankLine bank={bank} iban={maskedIban} />
          {group ? <> · {group}</> : null}
        </span>
        {mainBalance ? <Money value={mainBalance.amount} className={`block sm:hidden ${look}`} /> : null}
      </span>
      {mainBalance ? <Money value={mainBalance.amount} className={`shrink-0 max-sm:hidden ${look}`} /> : null}
    </>
  )
}

/** Whether an account's balance is left out of the totals, or there by another login. */
export function CountBadge({ account }: { account: CountedAccountView }) {
  const t = useTranslations('arrange')
  const { kind, inTotals, isCounted, mainBalance } = account
  if (kind === 'card' || isCounted || (inTotals && mainBalance === null)) return null
  return <Badge>{t(inTotals ? 'twice' : 'leftOut')}</Badge>
}

function AccountForm({ account }: OneProps) {
  const t = useTranslations('arrange')
  const { id, name, listedName, group, hidden, inTotals } = account
  return (
    <div className="grid gap-4 px-5 pb-5 sm:px-6">
      <PostForm action={`/accounts/${id}/arrange`} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            id={`name-${id}`}
            name="name"
            label={t('name')}
            hint={listedName ? t('listedName', { name: listedName }) : undefined}
            defaultValue={name}
            maxLength={70}
            className="content-end"
          />
          <TextField
            id={`group-${id}`}
            name="group"
            label={t('group')}
            hint={t('groupHint')}
            defaultValue={group ?? ''}
            maxLength={40}
            list="groups"
            className="content-end"
          />
        </div>
        <div className="grid gap-x-6 sm:grid-cols-2">
          <Checkbox name="hidden" label={t('hide')} hint={t('hideHint')} defaultChecked={hidden} />
          <Checkbox name="left_out" label={t('leaveOut')} hint={t('leaveOutHint')} defaultChecked={!inTotals} />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <button type="submit" className={buttonClass({ variant: 'secondary' })}>
            {t('save')}
          </button>
          <Link href={`/accounts/${id}`} className="link text-[0.9375rem]">
            {t('open')}
          </Link>
        </div>
      </PostForm>
      <PostButton
        action={`/accounts/${id}/move`}
        sends={{ to: 'top' }}
        variant="quiet"
        size="small"
        aria-label={t('moveOf.top', { name })}
      >
        {t('moveTop')}
      </PostButton>
    </div>
  )
}

function MoveButton({ account: { id, name }, to, disabled }: OneProps & { to: 'up' | 'down'; disabled: boolean }) {
  const t = useTranslations('arrange')
  return (
    <PostButton
      action={`/accounts/${id}/move`}
      sends={{ to }}
      variant="quiet"
      size="small"
      aria-label={t(`moveOf.${to}`, { name })}
      disabled={disabled}
      icon={<Icon name="chevronRight" className={to === 'up' ? 'size-4 -rotate-90' : 'size-4 rotate-90'} />}
    />
  )
}

type SumsProps = { label: string; sums: readonly MoneyView[] }

/** A sum per currency under a list. */
export function Sums({ label, sums }: SumsProps) {
  if (sums.length === 0) return null
  return (
    <p className="flex justify-between gap-4 border-t border-line px-5 py-4 font-semibold sm:px-6">
      {label}
      <span className="flex flex-col items-end">
        {sums.map(sum => (
          <Money key={sum.currency} value={sum} />
        ))}
      </span>
    </p>
  )
}
