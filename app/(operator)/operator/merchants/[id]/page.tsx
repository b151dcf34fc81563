import { groupIban } from '@guichet/values/money/iban-text.ts'
import { useLocale, useTranslations } from 'next-intl'
import { getLocale, getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { formatDate } from '#components/format/text.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { DataTable } from '#components/operator/data-table.tsx'
import { MerchantDecision, MerchantLimits, MerchantSuspension } from '#components/operator/merchant-forms.tsx'
import { MerchantBadges } from '#components/operator/merchant-table.tsx'
import { shortKey } from '#components/transfers/payee-check.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Alert, Card, CardHeader, DescriptionList } from '#components/ui/card.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readMerchant } from '#lib/services/operator/merchants.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import type { MerchantView } from '#lib/views/operator-merchant.ts'
import type { PayeeVerificationView } from '#lib/views/transfer.ts'

export const generateMetadata = titleOf('operatorMerchants.title')

export default operatorPage(async ({ operator, id }) => {
  const [merchant, t] = await Promise.all([readMerchant(operator, id), getTranslations('operatorMerchants')])
  const { activation } = merchant
  return (
    <>
      <PageHeader
        title={activation.company.name}
        picture={merchant.logo === null ? null : <Logo src={merchant.logo} />}
        lead={[merchant.email, merchant.website].filter(Boolean).join(' · ')}
        steps={[{ href: '/operator/merchants', label: t('title') }]}
        actions={
          <ButtonLink
            href={`/operator/audit?stream=${encodeURIComponent(`organisation:${id}`)}`}
            variant="secondary"
            size="small"
          >
            {t('merchant.audit')}
          </ButtonLink>
        }
      />
      <div className="stack gap-6">
        <MerchantBadges
          state={activation.state}
          isSuspended={activation.suspended !== null}
          brand={activation.brand}
          asksLimits={activation.askedLimits !== null}
        />
        <History merchant={merchant} />
        <MerchantComparison merchant={merchant} />
        <Documents merchant={merchant} />
        {isFreshlyAuthenticated(operator) ? (
          <Decisions merchant={merchant} />
        ) : (
          <FreshNote next={`/operator/merchants/${id}`} />
        )}
        <Members members={merchant.members} />
      </div>
    </>
  )
})

function Logo({ src }: { src: string }) {
  return (
    <span className="grid shrink-0 place-items-center rounded-[10px] bg-[#ffffff] p-1 ring-1 ring-line">
      {/* biome-ignore lint/performance/noImgElement: small and drawn by us; the heading says the name */}
      <img src={src} alt="" className="h-10 w-auto max-w-40 object-contain" />
    </span>
  )
}

async function Decisions({ merchant }: { merchant: MerchantView }) {
  const { id, seen, locale: language, firstYes, needsTwo, activation } = merchant
  const [t, locale] = await Promise.all([getTranslations('operatorMerchants'), getLocale()])
  const { suspended, state, limits, askedLimits, reviewAskedAt } = activation
  const firstOf = (what: 'activation' | 'limits') => (firstYes?.to === what ? firstYes.name : null)
  const asked = askedLimits && {
    limits: askedLimits,
    said: t('limits.asked', { date: formatDate(askedLimits.at, locale), reason: askedLimits.reason }),
  }
  const said = suspended && t('suspension.since', { date: formatDate(suspended.at, locale), reason: suspended.reason })
  return (
    <>
      <MerchantDecision
        id={id}
        seen={seen}
        language={t(`decision.language.${language}`)}
        isActive={state === 'active'}
        isAsked={reviewAskedAt !== null}
        first={firstOf('activation')}
        needsTwo={needsTwo}
      />
      <div className="stack items-start gap-6 xl:grid-cols-2">
        <MerchantSuspension id={id} suspended={said} />
        <MerchantLimits id={id} limits={limits} asked={asked} first={firstOf('limits')} />
      </div>
    </>
  )
}

async function Members({ members }: Pick<MerchantView, 'members'>) {
  const [t, roles] = await Promise.all([
    getTranslations('operatorMerchants.merchant'),
    getTranslations('merchant.roles'),
  ])
  const items = members.map(({ userId, name, email, role }) => ({
    key: userId,
    term: roles(role),
    value: `${name}, ${email}`,
  }))
  return (
    <Card title={t('members')} bodyClass="mt-4">
      <DescriptionList items={items} />
    </Card>
  )
}

async function History({ merchant: { activation, approvedBy, approvedReason } }: { merchant: MerchantView }) {
  const [t, locale] = await Promise.all([getTranslations('operatorMerchants.merchant'), getLocale()])
  const { approvedAt, reviewAskedAt, declinedReason } = activation
  const who = approvedBy ?? t('byItsBank')
  const said = [
    ...(approvedAt ? [t('approvedAt', { date: formatDate(approvedAt, locale), who })] : []),
    ...(approvedReason ? [t('approvedFor', { reason: approvedReason })] : []),
    ...(reviewAskedAt ? [t('askedAt', { date: formatDate(reviewAskedAt, locale, 'moment') })] : []),
    ...(declinedReason ? [t('declinedFor', { reason: declinedReason })] : []),
  ]
  return said.length === 0 ? null : <Alert>{said.join(' ')}</Alert>
}

async function Documents({ merchant: { id, opened, activation } }: { merchant: MerchantView }) {
  const [t, words, locale] = await Promise.all([
    getTranslations('operatorMerchants.merchant'),
    getTranslations('activation.documents'),
    getLocale(),
  ])
  const { documents } = activation
  return (
    <Card titleId="documents" title={t('documents')} text={t('documentsText')}>
      {documents.length === 0 ? (
        <p className="mt-4 text-soft">{t('noDocuments')}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line">
          {documents.map(({ id: documentId, kind, name, bytes, createdAt }) => (
            <li key={documentId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <span>
                <strong className="font-medium">{words(`short.${kind}`)}</strong>{' '}
                <span className="text-sm text-soft">
                  {formatDate(createdAt, locale)} · {words('size', { size: Math.max(1, Math.round(bytes / 1024)) })} ·{' '}
                  {t(opened.includes(documentId) ? 'opened' : 'unopened')}
                </span>
              </span>
              <a
                href={`/api/operator/merchants/${id}/documents/${documentId}`}
                download
                className={buttonClass({ variant: 'secondary', size: 'small' })}
              >
                {t('download', { name })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What a merchant says beside what was found, fact by fact. */
function MerchantComparison({ merchant }: { merchant: MerchantView }) {
  const t = useTranslations('operatorMerchants.merchant')
  const facts = useTranslations('activation.facts')
  const locale = useLocale()
  const rows = useComparison(merchant)
  const { changed } = merchant.activation
  return (
    <Card flush aria-labelledby="compare">
      <div className="px-5 pt-5 pb-3 sm:px-6">
        <CardHeader id="compare" title={t('compare')} description={t('compareText')} />
        {changed.length === 0 ? null : (
          <Alert tone="warning" className="mt-4">
            {t('changed', { facts: new Intl.ListFormat(locale).format(changed.map(fact => facts(fact))) })}
          </Alert>
        )}
        {merchant.twins.map(({ id, name, by }) => (
          <Alert key={`${by} ${id}`} tone="warning" className="mt-4">
            {t.rich(`twins.${by}`, {
              name,
              link: text => (
                <Link href={`/operator/merchants/${id}`} className="link">
                  {text}
                </Link>
              ),
            })}
          </Alert>
        ))}
      </div>
      <DataTable
        caption={t('compare')}
        empty=""
        rows={rows}
        keyOf={({ row, said }) => `${row} ${said}`}
        columns={[
          { key: 'fact', head: t('fact'), cell: ({ row }) => <strong>{t(`rows.${row}`)}</strong> },
          { key: 'said', head: t('said'), wide: true, cell: ({ said }) => said },
          { key: 'found', head: t('found'), wide: true, cell: ({ found }) => found },
        ]}
      />
    </Card>
  )
}

function useComparison({ activation, members, approvedBy }: MerchantView) {
  const locale = useLocale()
  const t = useTranslations('operatorMerchants.merchant')
  const brand = useTranslations('operatorMerchants')
  const saying = useSaying()
  const { company, account, representative, business, contract } = activation
  const step = useTranslations('activation')
  const accepted = contract.accepted[0]
  const missing = t('missing')
  const { siren } = company
  const number = company.country !== 'FR' ? t('foreign') : siren ? t('sirenRight', { siren }) : t('sirenWrong')
  const ibanCountry = account?.iban.slice(0, 2) ?? company.country
  const abroad =
    ibanCountry === company.country ? '' : ` · ${t('abroad', { account: ibanCountry, seat: company.country })}`
  const brandFound = activation.brand === null ? t('noBrand') : brand('brand', { brand: activation.brand })
  // What was compared for an approval is not asked for again.
  const { state, approvedAt } = activation
  const proof =
    state === 'active' && approvedAt !== null
      ? t('proofs.approved', { date: formatDate(approvedAt, locale), who: approvedBy ?? t('byItsBank') })
      : t(`proofs.${activation.proof}`)
  const row = (name: Rows, said: string, found: string) => ({ row: name, said, found })
  return [
    row('name', company.name, brandFound),
    row('legalName', company.legalName, saying(account?.legalNameProof ?? null)),
    row('holder', account?.name ?? missing, saying(account?.holderProof ?? null)),
    row('iban', account ? groupIban(account.iban) : missing, `${proof}${abroad}`),
    row('number', company.registrationNumber ?? missing, number),
    row('address', company.addressLines.join(', ') || missing, company.country),
    row('activity', [business?.activity, business?.naf].filter(Boolean).join(' · ') || missing, ''),
    row(
      'beneficialOwners',
      business?.owners.map(({ name, bornOn, share }) => `${name}, ${bornOn}, ${share} %`).join(' · ') ||
        (business === null ? missing : step('business.nobody')),
      '',
    ),
    row(
      'contract',
      accepted ? `${accepted.name}, ${formatDate(accepted.at, locale)}` : missing,
      accepted ? t('version', { version: accepted.version }) : '',
    ),
    row('representative', [representative.name, representative.role].filter(Boolean).join(', ') || missing, ''),
    ...members
      .filter(({ role }) => role === 'owner')
      .map(one => row('owner', `${one.name}, ${one.email}`, t(one.isAddressConfirmed ? 'confirmed' : 'unconfirmed'))),
  ]
}

type Rows = keyof Messages['operatorMerchants']['merchant']['rows']

/** What a bank said about a name, with the difference, its source and day. */
function useSaying() {
  const t = useTranslations('operatorMerchants.merchant')
  const said = useTranslations('verification')
  const locale = useLocale()
  return (proof: PayeeVerificationView | null) => {
    if (proof === null) return t('notAsked')
    const { matchedName, source, verifiedAt } = proof
    const from = source === 'own_account' ? t('byLinked') : t('byBank')
    return `${said(shortKey(proof), { name: matchedName ?? '' })} (${from}, ${formatDate(verifiedAt, locale)})`
  }
}
