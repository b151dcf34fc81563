import { useTranslations } from 'next-intl'
import { Card, DescriptionList } from '#components/ui/card.tsx'
import { Fold } from '#components/ui/disclosure.tsx'
import type { LegalView } from '#lib/views/banking.ts'

/**
 * The information for a payer before initiation (PSD2 art. 45): provider, data sent, charges, execution time, revocation,
 * complaints. A payment for a future day (`isLater`) can be revoked at the bank until the business day before (art. 80 § 4).
 */
export function LegalNotice({ legal, isLater }: { legal: LegalView; isLater: boolean }) {
  const t = useTranslations('pay.legal')
  const { name, authorisation, authority, contact, registerUrl } = legal
  const items = [
    {
      term: t('who'),
      value: (
        <>
          {t('whoText', { name, authorisation, authority })}{' '}
          <a href={registerUrl} rel="noreferrer" className="link inline-flex min-h-6 items-center">
            {t('register')}
          </a>
        </>
      ),
    },
    { term: t('data'), value: t('dataText') },
    { term: t('charges'), value: t('chargesText') },
    { term: t('time'), value: t('timeText') },
    { term: t('revoke'), value: t(isLater ? 'revokeLaterText' : 'revokeText') },
    { term: t('complain'), value: t('complainText', { contact, authority }) },
  ]
  return (
    <Card as="div" flush>
      <Fold icon="shield" title={t('title')} hint={t(isLater ? 'hintLater' : 'hint')}>
        <p id="legal" className="mb-4 text-sm text-soft">
          {t('lead')}
        </p>
        <DescriptionList items={items} className="text-[0.9375rem]" />
      </Fold>
    </Card>
  )
}
