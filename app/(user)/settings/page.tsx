import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate } from '#components/format/text.ts'
import { LanguageForm, ThemeForm } from '#components/layout/preference-forms.tsx'
import type { Theme } from '#components/layout/preferences.ts'
import { readTheme } from '#components/layout/read-theme.ts'
import { SignOutForm } from '#components/layout/sign-out-form.tsx'
import { PasskeyList } from '#components/passkeys/list.tsx'
import { AlertsSection } from '#components/settings/alerts-section.tsx'
import { SessionList } from '#components/settings/session-list.tsx'
import { PostForm } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Card, DescriptionList } from '#components/ui/card.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { nameBrowser } from '#lib/domain/requests/name-browser.ts'
import { readAlertSettings } from '#lib/services/alerts/choose.ts'
import { pushKey } from '#lib/services/alerts/push.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { readMailWish } from '#lib/services/people/notices.ts'
import { listPasskeys } from '#lib/services/people/passkeys.ts'
import { hasSecondFactor } from '#lib/services/people/second-factor.ts'
import { listSessions } from '#lib/services/people/sessions.ts'
import { lastTyped } from '#lib/session.ts'
import type { LegalView } from '#lib/views/banking.ts'
import type { MailSettingsView } from '#lib/views/notice.ts'

export const generateMetadata = titleOf('settings.metaTitle')

export default userPage(
  ['failures', 'settings'],
  async ({ session: { userId, sessionId, name, email }, query: { notice, field } }) => {
    const [typed, sessions, theme, mail, alerts, passkeys, hasCode, t] = await Promise.all([
      lastTyped(),
      listSessions({ userId }, sessionId),
      readTheme(),
      readMailWish({ userId }),
      readAlertSettings({ userId }),
      listPasskeys({ userId }),
      hasSecondFactor({ userId }),
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
          <ProfileSection
            name={field === 'name' ? (typed.name ?? name) : name}
            email={email}
            isNameWrong={field === 'name'}
          />
          <AppearanceSection theme={theme} />
          <MailSection email={email} {...mail} />
          <AlertsSection
            settings={alerts}
            publicKey={pushKey()}
            wrong={typeof field === 'string' ? field : null}
            typed={field === undefined ? {} : typed}
            changed={notice === 'alerts_changed'}
          />
          <Section id="security" title={t('passkeys.title')} description={t('passkeys.text')}>
            <PasskeyList passkeys={passkeys} suggested={suggested} />
          </Section>
          <SecondFactorSection isOn={hasCode} />
          <Section id="sessions" title={t('sessions.title')} description={t('sessions.text')}>
            <SessionList sessions={sessions} />
          </Section>
          <OtherPages />
          <LegalSection legal={readLegal()} />
        </div>
      </div>
    )
  },
)

/** All the person's data as a file. A link, not a button, so that the browser saves the response. */
function ArchiveSection() {
  const t = useTranslations('leaving.archive')
  return (
    <Card titleId="archive-title" title={t('title')} text={t('text')}>
      <a href="/settings/export" className={buttonClass({ variant: 'secondary', className: 'mt-4' })}>
        {t('action')}
      </a>
      <p className="mt-2 text-sm text-soft">{t('hint')}</p>
    </Card>
  )
}

type ProfileSectionProps = { name: string; email: string; isNameWrong: boolean }

function ProfileSection({ name, email, isNameWrong }: ProfileSectionProps) {
  const t = useTranslations('settings')
  const tAuth = useTranslations('auth')
  return (
    <Section id="profile" title={t('profile.title')}>
      <PostForm action="/settings/name" className="flex flex-wrap items-end gap-3">
        <TextField
          name="name"
          label={t('profile.name')}
          autoComplete="name"
          defaultValue={name}
          maxLength={70}
          required
          className="min-w-0 flex-1 basis-56"
          error={isNameWrong ? tAuth('errors.fields.name.invalid') : undefined}
        />
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          {t('profile.changeName')}
        </button>
      </PostForm>
      <div className="mt-5 wrap-anywhere">
        <DescriptionList items={[{ term: t('profile.email'), value: email }]} />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href="/settings/email" variant="secondary">
          {t('profile.changeEmail')}
        </ButtonLink>
        <ButtonLink href="/settings/password" variant="secondary">
          {t('profile.changePassword')}
        </ButtonLink>
        <SignOutForm className={buttonClass({ variant: 'secondary' })}>
          <Icon name="signOut" />
          {t('signOut')}
        </SignOutForm>
      </div>
    </Section>
  )
}

function AppearanceSection({ theme }: { theme: Theme }) {
  const t = useTranslations('settings')
  return (
    <Card as="div" flush className="divide-y divide-line">
      <Switch id="language" title={t('language.title')} text={t('language.text')}>
        <LanguageForm />
      </Switch>
      <Switch id="theme" title={t('theme.title')} text={t('theme.text')}>
        <ThemeForm current={theme} />
      </Switch>
    </Card>
  )
}

type SwitchProps = { id: string; title: string; text: string; children: ReactNode }

function Switch({ id, title, text, children }: SwitchProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 sm:p-6"
    >
      <div className="min-w-0 flex-1 basis-56">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-soft">{text}</p>
      </div>
      {children}
    </section>
  )
}

function SecondFactorSection({ isOn }: { isOn: boolean }) {
  const t = useTranslations('settings.secondFactor')
  const text = isOn ? t('isOn') : t('lead')
  const action = isOn ? t('change') : t('begin')
  return <LeadsTo id="second-factor" title={t('title')} text={text} href="/settings/second-factor" action={action} />
}

function OtherPages() {
  const t = useTranslations('settings.connections')
  const household = useTranslations('household')
  const apps = useTranslations('apps')
  const erase = useTranslations('leaving.erase')
  const inHousehold = { text: household('settings.text'), action: household('settings.open') }
  return (
    <>
      <LeadsTo id="connections" title={t('title')} text={t('text')} href="/connections" action={t('action')} />
      <LeadsTo id="household" title={household('title')} {...inHousehold} href="/household" />
      <LeadsTo
        id="apps"
        title={apps('title')}
        text={apps('settingsText')}
        href="/settings/apps"
        action={apps('open')}
      />
      <ArchiveSection />
      <LeadsTo
        id="erase"
        title={erase('title')}
        text={erase('text')}
        href="/settings/erase"
        action={erase('open')}
        isEnd
      />
    </>
  )
}

type LeadsToProps = { id: string; title: string; text: string; href: string; action: string; isEnd?: boolean }

/** A section of which all is said on its own page. `isEnd`: there nothing is left. */
function LeadsTo({ id, title, text, href, action, isEnd = false }: LeadsToProps) {
  return (
    <Section id={id} title={title} description={text}>
      <ButtonLink href={href} variant={isEnd ? 'danger' : 'secondary'}>
        {action}
      </ButtonLink>
    </Section>
  )
}

function LegalSection({ legal }: { legal: LegalView }) {
  const t = useTranslations('settings.legal')
  return (
    <Section id="legal" title={t('title')}>
      <DescriptionList
        items={[
          { term: t('name'), value: legal.name },
          { term: t('authorisation'), value: <span className="tabular">{legal.authorisation}</span> },
          { term: t('authority'), value: legal.authority },
          {
            term: t('register'),
            value: (
              <a href={legal.registerUrl} rel="noreferrer" className="link">
                {t('registerAction')}
              </a>
            ),
          },
          {
            term: t('contact'),
            value: (
              <a href={`mailto:${legal.contact}`} className="link">
                {legal.contact}
              </a>
            ),
          },
        ]}
      />
    </Section>
  )
}

type SectionProps = { id: string; title: string; description?: string; children: ReactNode }

function Section({ id, title, description, children }: SectionProps) {
  return (
    <Card titleId={`${id}-title`} title={title} text={description}>
      <div className="mt-4">{children}</div>
    </Card>
  )
}

const row = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3'

type MailSectionProps = MailSettingsView & { email: string }

/** Which mails are sent, and whether they arrive. The application always shows notices. */
function MailSection({ email, mailNotices, weeklySummary, mailOn, failingSince }: MailSectionProps) {
  const t = useTranslations('notices.mail')
  const locale = useLocale()
  return (
    <Card aria-labelledby="mail-title" className="grid gap-5">
      <div className={row}>
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="mail-title" className="text-lg font-semibold">
            <span id="mail" className="scroll-mt-20" />
            {t('title')}
          </h2>
          <p className="mt-1 wrap-anywhere text-sm text-soft">{t('text', { email })}</p>
          {mailOn ? null : <p className="mt-1 text-sm text-soft">{t('noServer')}</p>}
        </div>
        <Wish name="mail" label={t('title')} isOn={mailNotices} />
      </div>
      {failingSince ? (
        <Alert
          tone="warning"
          className="wrap-anywhere"
          title={t('failingTitle', { email, date: formatDate(failingSince, locale, 'long') })}
        >
          {t('failing')}
        </Alert>
      ) : null}
      <div className={`${row} border-t border-line pt-5`}>
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-semibold">{t('summaryTitle')}</h3>
          <p className="mt-1 text-sm text-soft">{t('summaryText')}</p>
        </div>
        <Wish name="summary" label={t('summaryTitle')} isOn={weeklySummary} />
      </div>
    </Card>
  )
}

type WishProps = { name: 'mail' | 'summary'; label: string; isOn: boolean }

function Wish({ name, label, isOn }: WishProps) {
  const t = useTranslations('notices.mail')
  return (
    <Segments
      action="/settings/mail"
      name={name}
      legend={label}
      current={isOn ? 'on' : 'off'}
      choices={(['on', 'off'] as const).map(wish => ({ value: wish, content: t(wish) }))}
      chipClass="min-w-16"
    />
  )
}
