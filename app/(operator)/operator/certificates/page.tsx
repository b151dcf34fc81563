import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { CertificateSet, CertificateUpload, RevokedCertificates } from '#components/operator/certificates.tsx'
import { Alert } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listCertificateSets } from '#lib/services/operator/certificate-sets.ts'
import { listRevoked } from '#lib/services/operator/revoked.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('operatorForms.certificates.title')

export default operatorPage(async ({ operator }) => {
  const [t, sets, revoked] = await Promise.all([
    getTranslations('operatorForms.certificates'),
    listCertificateSets(operator),
    listRevoked(operator),
  ])
  const active = sets.find(({ status }) => status === 'active')
  const ending = [active?.qwac, active?.qsealc].filter(facts => facts !== undefined && facts.alarm !== 'none')
  const least = Math.min(...ending.map(facts => facts?.daysLeft ?? 0))
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="grid grid-cols-1 gap-6">
        {ending.length > 0 ? (
          <Alert
            tone={least <= 7 ? 'danger' : 'warning'}
            title={least > 0 ? t('endsSoon', { days: least }) : t('ended')}
          >
            {t('endsText')}
          </Alert>
        ) : null}
        {isFreshlyAuthenticated(operator) ? null : <FreshNote next="/operator/certificates" />}
        {sets.map(set => (
          <CertificateSet key={set.id ?? 'files'} set={set} />
        ))}
        <CertificateUpload />
        <RevokedCertificates certificates={revoked} />
      </div>
    </>
  )
})
