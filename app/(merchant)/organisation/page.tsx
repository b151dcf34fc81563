import { groupIban } from '@guichet/values/money/iban-text.ts'
import { nameCountries } from '@guichet/values/text/countries.ts'
import { getLocale, getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { formatDate } from '#components/format/text.ts'
import { DateText } from '#components/format/value.tsx'
import { OrganisationForm } from '#components/merchant/organisation-form.tsx'
import { AccountForm, BrandForms, ReturnUrlsForm, WithdrawAccount } from '#components/merchant/settings-forms.tsx'
import { shortKey } from '#components/transfers/payee-check.tsx'
import { Alert, Card, DescriptionList } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readOrganisation } from '#lib/services/merchant/organisations.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import type { OrganisationView } from '#lib/views/organisation.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

export const generateMetadata = titleOf('merchant.org.title')

export default memberPage('organisation.read', ['failures', 'merchant', 'verification'], async ({ session, actor }) => {
  const view = await readOrganisation(actor)
  const [t, words, activation] = await Promise.all([
    getTranslations('merchant.org'),
    getTranslations('merchant'),
    getTranslations('activation.note'),
  ])
  const mayWrite = may(view.role, 'settings.write')
  const isFresh = isFreshlyAuthenticated(session)
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className="stack gap-6">
        {mayWrite ? null : <Alert>{t('readOnly', { role: words(`roles.${view.role}`) })}</Alert>}
        <Card
          title={words('team.title')}
          text={words('team.text')}
          action={
            <ButtonLink href="/organisation/members" variant="secondary" size="small">
              {words(may(view.role, 'members.write') ? 'team.manage' : 'team.see')}
            </ButtonLink>
          }
        />
        <Account view={view} isFresh={isFresh} />
        <Card id="identity" title={t('identity')} text={t('identityText')} bodyClass="mt-5 stack gap-5">
          {mayWrite && view.isActivated ? <Alert>{activation('beforeCompany')}</Alert> : null}
          {mayWrite ? (
            <OrganisationForm
              organisation={view.id}
              values={view}
              countries={nameCountries(await getLocale())}
              button={t('save')}
            />
          ) : (
            <Facts view={view} />
          )}
        </Card>
        {mayWrite ? (
          <Card id="brand" title={words('brand.title')} text={words('brand.text')} bodyClass="mt-5">
            <BrandForms organisation={view.id} name={view.name} brand={view.brand} />
          </Card>
        ) : null}
        <Card id="returns" title={words('returns.title')} text={words('returns.text')} bodyClass="mt-5">
          {mayWrite && isFresh ? (
            <ReturnUrlsForm organisation={view.id} urls={view.returnUrls} />
          ) : (
            <p className="wrap-anywhere">{view.returnUrls.join(' ') || words('returns.none')}</p>
          )}
          {mayWrite && !isFresh ? (
            <div className="mt-4">
              <FreshNote next="/organisation#returns" />
            </div>
          ) : null}
        </Card>
      </div>
    </div>
  )
})

async function Said({ verification }: { verification: PayeeVerificationView }) {
  const [t, locale] = await Promise.all([getTranslations('verification'), getLocale()])
  return `${t(shortKey(verification), { name: verification.matchedName ?? '' })} · ${formatDate(verification.verifiedAt, locale)}`
}

type NextAccountProps = { view: OrganisationView; next: NonNullable<OrganisationView['nextBeneficiary']> }

/** The account that replaces this one after a delay. */
async function NextAccount({ view: { id, role }, next }: NextAccountProps) {
  const [t, locale] = await Promise.all([getTranslations('merchant.account'), getLocale()])
  return (
    <Alert tone="warning" title={t('waitsTitle', { date: formatDate(next.from, locale, 'moment') })}>
      <p>{t('waitsText', { name: next.byName ?? t('waitsSomebody') })}</p>
      <p className="mt-1 tabular wrap-anywhere">{t('waitsTo', { holder: next.name, iban: groupIban(next.iban) })}</p>
      {next.verification ? (
        <p className="mt-1">
          <Said verification={next.verification} />
        </p>
      ) : null}
      {may(role, 'beneficiary.write') ? <WithdrawAccount organisation={id} /> : null}
    </Alert>
  )
}

async function Account({ view, isFresh }: { view: OrganisationView; isFresh: boolean }) {
  const [t, activation] = await Promise.all([getTranslations('merchant.account'), getTranslations('activation.note')])
  const { beneficiary, nextBeneficiary: next } = view
  const mayWrite = may(view.role, 'beneficiary.write')
  const items = [
    { term: t('name'), value: beneficiary?.name },
    { term: t('iban'), value: <span className="tabular">{groupIban(beneficiary?.iban ?? '')}</span> },
    { term: t('bicTerm'), value: beneficiary?.bic ?? '—' },
    {
      term: t('changed'),
      value: beneficiary?.changedAt ? <DateText value={beneficiary.changedAt} style="moment" /> : null,
    },
    { term: t('verified'), value: beneficiary?.verification ? <Said verification={beneficiary.verification} /> : null },
  ]
  return (
    <Card id="account" title={t('title')} text={t('text')} bodyClass="mt-5 stack gap-5">
      {next === null ? null : <NextAccount view={view} next={next} />}
      {beneficiary === null ? <Alert tone="warning">{t('none')}</Alert> : <DescriptionList items={items} />}
      {mayWrite ? null : <p className="text-sm text-soft">{t('ownersOnly')}</p>}
      {mayWrite && !isFresh ? <FreshNote next="/organisation#account" /> : null}
      {mayWrite && isFresh ? (
        <Disclosure title={t(beneficiary === null ? 'add' : 'change')} open={beneficiary === null}>
          <p className="mb-4 text-sm text-soft">{t('password')}</p>
          {view.isActivated ? (
            <Alert tone="warning" className="mb-4">
              {activation('beforeAccount')}
            </Alert>
          ) : null}
          <AccountForm organisation={view.id} name={beneficiary?.name ?? view.name} />
        </Disclosure>
      ) : null}
    </Card>
  )
}

async function Facts({ view }: { view: OrganisationView }) {
  const t = await getTranslations('merchant.org')
  const items = [
    { term: t('name'), value: view.name },
    { term: t('legalName'), value: view.legalName },
    { term: t('registrationNumber'), value: view.registrationNumber },
    { term: t('addressLines'), value: view.addressLines.join(', ') || null },
    { term: t('email'), value: view.email },
    { term: t('website'), value: view.website },
    { term: t('instant'), value: t(`instantIs.${view.instant}`) },
  ]
  return <DescriptionList items={items} />
}
