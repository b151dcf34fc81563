import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LanguageForm, ThemeForm } from '#components/layout/preference-forms.tsx'
import { SignOutForm } from '#components/layout/sign-out-form.tsx'
import type { Theme } from '#components/layout/theme.ts'
import { ButtonLink, buttonClass } from '#components/ui/button.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { LegalView } from '#lib/domain/views.ts'

export function ProfileSection({ name, email }: { name: string; email: string }) {
  const t = useTranslations('settings')
  return (
    <Section id="profile" title={t('profile.title')}>
      <DescriptionList
        items={[
          { term: t('profile.name'), value: name },
          { term: t('profile.email'), value: email },
        ]}
      />
      <SignOutForm className={buttonClass({ variant: 'secondary', className: 'mt-4' })}>
        <Icon name="signOut" />
        {t('signOut')}
      </SignOutForm>
    </Section>
  )
}

export function AppearanceSection({ theme }: { theme: Theme }) {
  const t = useTranslations('settings')
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Section id="language" title={t('language.title')} description={t('language.text')}>
        <LanguageForm />
      </Section>
      <Section id="theme" title={t('theme.title')} description={t('theme.text')}>
        <ThemeForm current={theme} />
      </Section>
    </div>
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
