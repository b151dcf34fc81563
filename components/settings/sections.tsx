import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LanguageForm, ThemeForm } from '#components/layout/preference-forms.tsx'
import { SignOutForm } from '#components/layout/sign-out-form.tsx'
import type { Theme } from '#components/layout/theme.ts'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { LegalView } from '#lib/views/banking.ts'

type ProfileSectionProps = { name: string; email: string; isNameWrong: boolean }

export function ProfileSection({ name, email, isNameWrong }: ProfileSectionProps) {
  const t = useTranslations('settings')
  const tAuth = useTranslations('auth')
  return (
    <Section id="profile" title={t('profile.title')}>
      <form method="post" action="/settings/name" className="flex flex-wrap items-end gap-3">
        <TextField
          id="name"
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
      </form>
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

export function AppearanceSection({ theme }: { theme: Theme }) {
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

export function PasskeysSection({ children }: { children: ReactNode }) {
  const t = useTranslations('settings.passkeys')
  return (
    <Section id="security" title={t('title')} description={t('text')}>
      {children}
    </Section>
  )
}

export function SecondFactorSection({ isOn }: { isOn: boolean }) {
  const t = useTranslations('settings.secondFactor')
  return (
    <Section id="second-factor" title={t('title')} description={isOn ? t('isOn') : t('lead')}>
      <ButtonLink href="/settings/second-factor" variant="secondary">
        {isOn ? t('change') : t('begin')}
      </ButtonLink>
    </Section>
  )
}

export function SessionsSection({ children }: { children: ReactNode }) {
  const t = useTranslations('settings.sessions')
  return (
    <Section id="sessions" title={t('title')} description={t('text')}>
      {children}
    </Section>
  )
}

export function ConnectionsSection() {
  const t = useTranslations('settings.connections')
  return (
    <Section id="connections" title={t('title')} description={t('text')}>
      <ButtonLink href="/connections" variant="secondary">
        {t('action')}
      </ButtonLink>
    </Section>
  )
}

export function HouseholdSection() {
  const t = useTranslations('household')
  return (
    <Section id="household" title={t('title')} description={t('settings.text')}>
      <ButtonLink href="/household" variant="secondary">
        {t('settings.open')}
      </ButtonLink>
    </Section>
  )
}

export function LegalSection({ legal }: { legal: LegalView }) {
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
    <Card aria-labelledby={`${id}-title`}>
      <CardHeader id={`${id}-title`} title={title} description={description} />
      <div className="mt-4">{children}</div>
    </Card>
  )
}
