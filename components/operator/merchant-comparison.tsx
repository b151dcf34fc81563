import { groupIban } from '@guichet/values/money/iban-text.ts'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { formatDate } from '#components/format/date-text.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import type { MerchantView } from '#lib/views/operator-merchant.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'
import { DataTable } from './data-table.tsx'

/** What a merchant says beside what was found, fact by fact. */
export function MerchantComparison({ merchant }: { merchant: MerchantView }) {
  const t = useTranslations('operatorMerchants.merchant')
  const facts = useTranslations('activation.facts')
  const brand = useTranslations('operatorMerchants')
  const saying = useSaying()
  const locale = useLocale()
  const { activation, members } = merchant
  const { company, account, representative, changed } = activation
  const owners = members.filter(({ role }) => role === 'owner')
  const number =
    company.country !== 'FR'
      ? t('foreign')
      : company.siren === null
        ? t('sirenWrong')
        : t('sirenRight', { siren: company.siren })
  const ibanCountry = account?.iban.slice(0, 2) ?? company.country
  const abroad =
    ibanCountry === company.country ? '' : ` · ${t('abroad', { account: ibanCountry, seat: company.country })}`
  const rows: { readonly row: keyof Rows; readonly said: ReactNode; readonly found: ReactNode }[] = [
    {
      row: 'name',
      said: company.name,
      found: activation.brand === null ? t('noBrand') : brand('brand', { brand: activation.brand }),
    },
    { row: 'legalName', said: company.legalName, found: saying(account?.legalNameProof ?? null) },
    { row: 'holder', said: account?.name ?? t('missing'), found: saying(account?.holderProof ?? null) },
    {
      row: 'iban',
      said: account ? groupIban(account.iban) : t('missing'),
      found: `${t(`proofs.${activation.proof}`)}${abroad}`,
    },
    { row: 'number', said: company.registrationNumber ?? t('missing'), found: number },
    { row: 'address', said: company.addressLines.join(', ') || t('missing'), found: company.country },
    {
      row: 'representative',
      said: [representative.name, representative.role].filter(Boolean).join(', ') || t('missing'),
      found: '',
    },
    ...owners.map(({ email, name, isAddressConfirmed }) => ({
      row: 'owner' as const,
      said: `${name}, ${email}`,
      found: isAddressConfirmed ? t('confirmed') : t('unconfirmed'),
    })),
  ]
  return (
    <Card flush aria-labelledby="compare">
      <div className="px-5 pt-5 pb-3 sm:px-6">
        <CardHeader id="compare" title={t('compare')} description={t('compareText')} />
        {changed.length === 0 ? null : (
          <Alert tone="warning" className="mt-4">
            {t('changed', { facts: new Intl.ListFormat(locale).format(changed.map(fact => facts(fact))) })}
          </Alert>
        )}
      </div>
      <DataTable
        caption={t('compare')}
        empty=""
        columns={[
          { key: 'fact', head: t('fact') },
          { key: 'said', head: t('said'), wide: true },
          { key: 'found', head: t('found'), wide: true },
        ]}
        rows={rows.map(({ row, said, found }, index) => ({
          key: `${row}-${index}`,
          cells: [<strong key="fact">{t(`rows.${row}`)}</strong>, said, found],
        }))}
      />
    </Card>
  )
}

type Rows = Record<
  'name' | 'legalName' | 'number' | 'holder' | 'iban' | 'address' | 'representative' | 'owner',
  unknown
>

/** What a bank said about a name, with the difference, its source and day. */
function useSaying() {
  const t = useTranslations('operatorMerchants.merchant')
  const said = useTranslations('verification')
  const locale = useLocale()
  return (proof: PayeeVerificationView | null) => {
    if (proof === null) return t('notAsked')
    const { answer, matchedName, source, verifiedAt } = proof
    const from = source === 'own_account' ? t('byLinked') : t('byBank')
    return `${said(`short.${answer}`, { name: matchedName ?? '' })} (${from}, ${formatDate(verifiedAt, locale)})`
  }
}
