import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { RegistrationCard } from '#components/operator/registration-card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listRegistrations } from '#lib/services/operator/registrations.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('operatorForms.registrations.title')

export default operatorPage(async ({ operator }) => {
  const [t, registrations] = await Promise.all([
    getTranslations('operatorForms.registrations'),
    listRegistrations(operator),
  ])
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="grid grid-cols-1 gap-6">
        {isFreshlyAuthenticated(operator) ? null : <FreshNote next="/operator/registrations" />}
        {registrations.map(registration => (
          <RegistrationCard key={registration.platform} registration={registration} />
        ))}
      </div>
    </>
  )
})
