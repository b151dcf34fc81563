import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Button, PostButton, PostForm } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { SelectField } from '#components/ui/field.tsx'
import type { HalfView, OwnTransferView } from '#lib/views/own-transfer.ts'

type OwnTransferProps = {
  accountId: string
  /** Of the transaction. */
  line: string
  state: OwnTransferView
  /** Our page to return to. */
  back: string
}

const action = '/transactions/own-transfer'

/** Whether a transaction is between the person's own accounts: they confirm, split or pair by plain forms. */
export function OwnTransfer({ accountId, line, state, back }: OwnTransferProps) {
  const t = useTranslations('transactions.ownTransfers')
  const { paired, suggested, others, isApart } = state
  const sends = { account: accountId, key: line, back }
  const half = paired ?? suggested
  if (half === null && others.length === 0 && !isApart) return null
  return (
    <section aria-labelledby="own-transfer-title" className="rounded-2xl bg-sunken p-4">
      <h3 id="own-transfer-title" className="font-medium">
        {t(paired ? 'paired' : suggested ? 'suggested' : isApart ? 'apart' : 'title')}
      </h3>
      {half ? <HalfLine half={half} /> : null}
      {paired ? <p className="mt-1 text-sm text-soft">{t('pairedText')}</p> : null}
      {half ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {suggested ? (
            <PostButton action={action} sends={{ ...sends, other: idOf(suggested) }} size="small">
              {t('confirm')}
            </PostButton>
          ) : null}
          <PostButton action={action} sends={{ ...sends, other: '' }} variant="secondary" size="small">
            {t(paired ? 'split' : 'dismiss')}
          </PostButton>
        </div>
      ) : null}
      {others.length > 0 ? <ByHand sends={sends} others={others} /> : null}
    </section>
  )
}

const idOf = ({ accountId, key }: HalfView) => `${accountId} ${key}`

function HalfLine({ half: { name, accountName, day, amount } }: { half: HalfView }) {
  const locale = useLocale()
  return (
    <p className="mt-1 text-[0.9375rem] wrap-anywhere">
      <bdi>{name}</bdi> · <bdi>{accountName}</bdi> · {formatDate(day, locale)} ·{' '}
      <span className="whitespace-nowrap">{formatMoney(amount, locale, true)}</span>
    </p>
  )
}

type ByHandProps = { sends: Record<string, string>; others: readonly HalfView[] }

/** Pairs with a transaction that the person chooses. */
function ByHand({ sends, others }: ByHandProps) {
  const t = useTranslations('transactions.ownTransfers')
  const locale = useLocale()
  return (
    <Disclosure title={t('byHand')} className="mt-3">
      <PostForm action={action} sends={sends} className="mt-2 grid gap-3">
        <SelectField id="own-transfer-other" name="other" label={t('other')} hint={t('otherHint')} required>
          {others.map(half => (
            <option key={idOf(half)} value={idOf(half)}>
              {[half.accountName, formatDate(half.day, locale), formatMoney(half.amount, locale, true), half.name].join(
                ' · ',
              )}
            </option>
          ))}
        </SelectField>
        <div>
          <Button type="submit" size="small" variant="secondary">
            {t('pair')}
          </Button>
        </div>
      </PostForm>
    </Disclosure>
  )
}
