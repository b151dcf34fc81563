import { parisDay } from '@guichet/values/calendar/paris.ts'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DateText } from '#components/format/value.tsx'
import { CloseLink, CopyAddress, EditLink, LinkMails, MailLink } from '#components/merchant/link-actions.tsx'
import { LinkAmount, LinkStateBadge } from '#components/merchant/link-list.tsx'
import { PaymentTable } from '#components/merchant/payment-table.tsx'
import { QrCode } from '#components/phone/qr-code.tsx'
import { Marked } from '#components/reference/marked.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Card, DescriptionList } from '#components/ui/card.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { CopyTextButton } from '#components/ui/copy-button.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { noPaymentFilter } from '#lib/domain/payments/order/filter.ts'
import { listLinkMails, readLink } from '#lib/services/payments/links.ts'
import { listPayments } from '#lib/services/payments/list.ts'
import { payButtonSnippet } from '#lib/services/payments/pay-button.ts'

export const generateMetadata = titleOf('merchant.links.title')

export default memberPage('link.read', ['failures', 'merchant'], async ({ id, organisation, actor, as }) => {
  const link = await readLink(actor, id)
  if (link.invoiceId !== null) redirect(`/invoices/${link.invoiceId}`)
  const filter = { ...noPaymentFilter, link: id }
  const [t, words, { payments }] = await Promise.all([
    getTranslations('merchant.link'),
    getTranslations('merchant'),
    listPayments({ ...as('payment.read'), mode: link.mode }, { filter }),
  ])
  const mayWrite = may(organisation.role, 'payments.write')
  const mails = mayWrite ? await listLinkMails(as('link.mail'), id) : []
  const items = [
    { term: words('links.amount'), value: <LinkAmount link={link} /> },
    { term: t('use'), value: link.isReusable ? t('many') : t('once') },
    { term: t('expires'), value: link.expiresAt ? <End at={link.expiresAt} /> : t('never') },
    { term: words('payment.description'), value: link.description },
    { term: t('prefix'), value: link.referencePrefix },
    { term: t('return'), value: link.returnUrl },
    { term: words('links.uses'), value: words('links.paid', { paid: link.paid, uses: link.uses }) },
  ]
  const snippet = payButtonSnippet(link, t('buttonLabel'))
  return (
    <>
      <PageHeader
        steps={[{ href: '/links', label: words('links.title') }]}
        title={link.title}
        lead={<LinkStateBadge state={link.state} />}
      />
      <div className="stack items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
        <div className="stack gap-6">
          <Card>
            <DescriptionList items={items} />
          </Card>
          <Card flush title={t('usesTitle')}>
            {payments.length === 0 ? (
              <p className="px-5 pb-5 text-soft sm:px-6">{t('usesNone')}</p>
            ) : (
              <PaymentTable payments={payments} caption={t('usesTitle')} />
            )}
          </Card>
        </div>
        <div className="stack gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {link.state === 'open' ? (
            <Card>
              <div className="grid justify-items-center gap-3">
                <QrCode text={link.url} label={t('qr', { title: link.title })} />
                <p className="text-center text-sm text-soft">{t('qrText')}</p>
              </div>
              <p className="mt-4 text-sm font-medium">{t('address')}</p>
              <CopyAddress url={link.url} />
              <div className="mt-3 flex flex-wrap gap-2">
                <ButtonLink href={`/links/${id}/poster`} variant="secondary">
                  {t('print')}
                </ButtonLink>
                <a
                  href={`/links/${id}/qr?organisation=${organisation.id}`}
                  download
                  className={buttonClass({ variant: 'secondary' })}
                >
                  {t('download')}
                </a>
              </div>
            </Card>
          ) : null}
          {mayWrite && link.state === 'open' ? (
            <Card title={t('mailTitle')} bodyClass="mt-4">
              <MailLink id={id} organisation={organisation.id} />
              {mails.length > 0 ? <LinkMails mails={mails} /> : null}
            </Card>
          ) : null}
        </div>
        <div className="stack gap-6">
          {mayWrite && (link.state === 'open' || link.state === 'expired') ? (
            <Card title={t('editTitle')} text={t('editText')} bodyClass="mt-4">
              <EditLink
                key={link.expiresAt}
                id={id}
                organisation={organisation.id}
                title={link.title}
                description={link.description ?? ''}
                lastDay={link.expiresAt === null ? '' : lastDayOf(link.expiresAt)}
              />
            </Card>
          ) : null}
          {link.state === 'open' ? (
            <Card titleId="link-button" title={t('buttonTitle')} text={<Marked text={t('buttonText')} />}>
              <div className="my-4">
                <CodeBlock label={t('buttonTitle')}>{snippet}</CodeBlock>
              </div>
              <CopyTextButton text={snippet} done={t('codeCopied')}>
                {t('copyCode')}
              </CopyTextButton>
            </Card>
          ) : null}
          {mayWrite && link.state === 'open' ? (
            <Card title={t('closeTitle')} text={t('closeText')} bodyClass="mt-4">
              <CloseLink id={id} organisation={organisation.id} />
            </Card>
          ) : null}
        </div>
      </div>
    </>
  )
})

/** The end of a link: a day if it ends with one, else the time. */
function End({ at }: { at: string }) {
  const lastDay = lastDayOf(at)
  const isWholeDay = lastDay !== parisDay(new Date(at))
  return isWholeDay ? <DateText value={lastDay} /> : <DateText value={at} style="moment" />
}

/** The last day in Paris before the end. */
function lastDayOf(expiresAt: string): string {
  return parisDay(new Date(Date.parse(expiresAt) - 1))
}
