import { groupIban } from '@guichet/values/money/iban-text.ts'
import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { DescriptionList } from '#components/ui/description-list.tsx'
import type { ActivationView } from '#lib/views/activation.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

/** The account with what its bank says about the legal name and the typed holder, differences included. */
export function AccountProof({ view }: { view: Pick<ActivationView, 'account' | 'company'> }) {
  const t = useTranslations('activation.account')
  const said = useTranslations('verification')
  const locale = useLocale()
  const { account, company } = view
  if (account === null) return null
  const saying = ({ answer, matchedName, verifiedAt }: PayeeVerificationView) =>
    `${said(`short.${answer}`, { name: matchedName ?? '' })} · ${formatDate(verifiedAt, locale)}`
  const { legalNameProof, holderProof } = account
  const items = [
    { term: t('holder'), value: account.name },
    { term: t('iban'), value: <span className="tabular">{groupIban(account.iban)}</span> },
    ...(legalNameProof ? [{ term: t('legalName', { name: company.legalName }), value: saying(legalNameProof) }] : []),
    ...(holderProof && account.name !== company.legalName
      ? [{ term: t('typedHolder', { name: account.name }), value: saying(holderProof) }]
      : []),
  ]
  return <DescriptionList items={items} />
}
