import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { ClientWords } from '#components/i18n/client-words.tsx'
import { readTheme } from '#components/layout/read-theme.ts'
import { PasskeyList } from '#components/passkeys/list.tsx'
import { MailSection } from '#components/settings/mail-section.tsx'
import { nameBrowser } from '#components/settings/name-browser.ts'
import {
  AppearanceSection,
  ConnectionsSection,
  HouseholdSection,
  LegalSection,
  PasskeysSection,
  ProfileSection,
  SecondFactorSection,
  SessionsSection,
} from '#components/settings/sections.tsx'
import { SessionList } from '#components/settings/session-list.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readLegal } from '#lib/services/people/legal.ts'
import { readMailWish } from '#lib/services/people/notices.ts'
import { listPasskeys } from '#lib/services/people/passkeys.ts'
import { hasSecondFactor } from '#lib/services/people/second-factor.ts'
import { listSessions } from '#lib/services/people/sessions.ts'
import { requireSession } from '#lib/session.ts'

export const generateMetadata = titleOf('settings.metaTitle')

type SettingsPageProps = { searchParams: Promise<unknown> }

export default async function SettingsPage({ searchParams }: SettingsPageProps) {
  const { userId, sessionId, name, email } = await requireSession()
  const { notice, field } = await queryOf(searchParams)
  const [sessions, theme, mail, passkeys, hasCode, t] = await Promise.all([
    listSessions(userId, sessionId),
    readTheme(),
    readMailWish(userId),
    listPasskeys(userId),
    hasSecondFactor(userId),
    getTranslations('settings'),
  ])
  const { browser, system } = nameBrowser(sessions.find(({ current }) => current)?.userAgent ?? null)
  const suggested = system ?? browser ?? t('passkeys.suggested')
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} />
      <div className="grid gap-6">
        {notice === 'password_changed' ? (
          <Alert tone="success" title={t('password.doneTitle')} announce="polite">
            {t('password.done')}
          </Alert>
        ) : null}
        {notice === 'name_changed' ? (
          <Alert tone="success" announce="polite">
            {t('profile.nameChanged')}
          </Alert>
        ) : null}
        <ProfileSection name={name} email={email} isNameWrong={field === 'name'} />
        <AppearanceSection theme={theme} />
        <MailSection email={email} {...mail} />
        <PasskeysSection>
          <ClientWords areas={['common', 'settings', 'failures']}>
            <PasskeyList passkeys={passkeys} suggested={suggested} />
          </ClientWords>
        </PasskeysSection>
        <SecondFactorSection isOn={hasCode} />
        <SessionsSection>
          <ClientWords areas={['common', 'settings']}>
            <SessionList initial={sessions} />
          </ClientWords>
        </SessionsSection>
        <ConnectionsSection />
        <HouseholdSection />
        <ArchiveSection />
        <EraseSection />
        <LegalSection legal={readLegal()} />
      </div>
    </div>
  )
}

/** All the person's data as a file. A link, not a button, so that the browser saves the response. */
function ArchiveSection() {
  const t = useTranslations('leaving.archive')
  return (
    <Card aria-labelledby="archive-title">
      <CardHeader id="archive-title" title={t('title')} description={t('text')} />
      <a href="/settings/export" className={buttonClass({ variant: 'secondary', className: 'mt-4' })}>
        {t('action')}
      </a>
      <p className="mt-2 text-sm text-soft">{t('hint')}</p>
    </Card>
  )
}

/** Leaving; the consequences are explained on its own page, behind the password. */
function EraseSection() {
  const t = useTranslations('leaving.erase')
  return (
    <Card aria-labelledby="erase-title">
      <CardHeader id="erase-title" title={t('title')} description={t('text')} />
      <ButtonLink href="/settings/erase" variant="danger" className="mt-4">
        {t('open')}
      </ButtonLink>
    </Card>
  )
}
