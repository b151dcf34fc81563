import { notFound } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { requireOperator } from '#app/(operator)/operator/require-operator.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { formatDate } from '#components/format/date-text.ts'
import { MerchantComparison } from '#components/operator/merchant-comparison.tsx'
import { MerchantDecision, MerchantLimits, MerchantSuspension } from '#components/operator/merchant-forms.tsx'
import { MerchantBadges } from '#components/operator/merchant-table.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { DescriptionList } from '#components/ui/description-list.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readMerchant } from '#lib/services/operator/merchants.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'
import type { MerchantView } from '#lib/views/operator-merchant.ts'

type MerchantPageProps = { params: Promise<unknown> }

export const generateMetadata = titleOf('operatorMerchants.title')

export default async function MerchantPage({ params }: MerchantPageProps) {
  const operator = await requireOperator()
  const { id } = await pathOf(params, 'id')
  const [merchant, t, roles, locale] = await Promise.all([
    readMerchant(operator, id).catch(orNull),
    getTranslations('operatorMerchants'),
    getTranslations('merchant.roles'),
    getLocale(),
  ])
  if (merchant === null) notFound()
  const { activation } = merchant
  const { suspended } = activation
  const said = suspended && t('suspension.since', { date: formatDate(suspended.at, locale), reason: suspended.reason })
  return (
    <>
      <PageHeader
        title={activation.company.name}
        picture={
          merchant.logo === null ? null : (
            <span className="grid shrink-0 place-items-center rounded-[10px] bg-[#ffffff] p-1 ring-1 ring-line">
              {/* biome-ignore lint/performance/noImgElement: small and drawn by us; the heading says the name */}
              <img src={merchant.logo} alt="" className="h-10 w-auto max-w-40 object-contain" />
            </span>
          )
        }
        lead={[merchant.email, merchant.website].filter(Boolean).join(' · ')}
        breadcrumb={
          <Breadcrumb
            label={t('breadcrumb')}
            steps={[{ href: '/operator/merchants', label: t('title') }]}
            current={activation.company.name}
          />
        }
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
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <MerchantBadges state={activation.state} isSuspended={suspended !== null} brand={activation.brand} />
        <History merchant={merchant} />
        <MerchantComparison merchant={merchant} />
        <Documents merchant={merchant} />
        {isFreshlyAuthenticated(operator) ? (
          <>
            <MerchantDecision
              id={id}
              seen={merchant.seen}
              language={t(`decision.language.${merchant.locale}`)}
              isActive={activation.state === 'active'}
            />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-2">
              <MerchantSuspension key={String(suspended !== null)} id={id} suspended={said} />
              <MerchantLimits id={id} limits={activation.limits} />
            </div>
          </>
        ) : (
          <FreshNote next={`/operator/merchants/${id}`} />
        )}
        <Card>
          <CardHeader title={t('merchant.members')} />
          <div className="mt-4">
            <DescriptionList
              items={merchant.members.map(({ userId, name, email, role }) => ({
                key: userId,
                term: roles(role),
                value: `${name}, ${email}`,
              }))}
            />
          </div>
        </Card>
      </div>
    </>
  )
}

async function History({ merchant: { activation, approvedBy } }: { merchant: MerchantView }) {
  const [t, locale] = await Promise.all([getTranslations('operatorMerchants.merchant'), getLocale()])
  const { approvedAt, reviewAskedAt, declinedReason } = activation
  const who = approvedBy ?? t('byItsBank')
  const said = [
    ...(approvedAt ? [t('approvedAt', { date: formatDate(approvedAt, locale), who })] : []),
    ...(reviewAskedAt ? [t('askedAt', { date: formatDate(reviewAskedAt, locale, 'moment') })] : []),
    ...(declinedReason ? [t('declinedFor', { reason: declinedReason })] : []),
  ]
  return said.length === 0 ? null : <Alert>{said.join(' ')}</Alert>
}

async function Documents({ merchant: { id, activation } }: { merchant: MerchantView }) {
  const [t, words, locale] = await Promise.all([
    getTranslations('operatorMerchants.merchant'),
    getTranslations('activation.documents'),
    getLocale(),
  ])
  const { documents } = activation
  return (
    <Card aria-labelledby="documents">
      <CardHeader id="documents" title={t('documents')} description={t('documentsText')} />
      {documents.length === 0 ? (
        <p className="mt-4 text-soft">{t('noDocuments')}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line">
          {documents.map(({ id: documentId, kind, name, bytes, createdAt }) => (
            <li key={documentId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <span>
                <strong className="font-medium">{words(`short.${kind}`)}</strong>{' '}
                <span className="text-sm text-soft">
                  {formatDate(createdAt, locale)} · {words('size', { size: Math.max(1, Math.round(bytes / 1024)) })}
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

function orNull(error: unknown): null {
  if (error instanceof Refused && error.code === 'not_found') return null
  throw error
}
