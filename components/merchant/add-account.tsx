import { useTranslations } from 'next-intl'
import { ButtonLink } from '#components/ui/link.tsx'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'

/** The way to the account that an organisation is paid to, for who may set it; the others read who does. */
export function AddAccount({ role }: { role: MemberRole }) {
  const t = useTranslations('merchant.overview')
  if (!may(role, 'beneficiary.write')) return <p className="font-medium">{t('ownerSetsBeneficiary')}</p>
  return (
    <ButtonLink href="/organisation#account" size="small">
      {t('setBeneficiary')}
    </ButtonLink>
  )
}
