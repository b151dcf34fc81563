import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { CloseBatch, MailBatch } from '#components/batches/actions.tsx'
import { DateText, Money } from '#components/format/value.tsx'
import { ExportCard } from '#components/merchant/export-card.tsx'
import { StateList } from '#components/merchant/filters.tsx'
import { LinkAmount } from '#components/merchant/link-list.tsx'
import { Badge, Card, DescriptionList } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { type MemberRole, may } from '#lib/domain/merchant/membership.ts'
import { readLinkBatch } from '#lib/services/payments/link-batch.ts'
import type { LinkBatchView } from '#lib/views/link-batch.ts'

export const generateMetadata = titleOf('batches.title')

const states = ['paid', 'open', 'used', 'expired', 'closed'] as const

export default memberPage('link.read', ['batches', 'failures'], async ({ id, query, organisation, actor }) => {
  const [t, words, batch] = await Promise.all([
    getTranslations('batches'),
    getTranslations('merchant.links'),
    readLinkBatch(actor, id),
  ])
  const state = states.find(one => one === query.state)
  const rows = batch.rows.filter(({ link }) => state === undefined || state === (link.paid > 0 ? 'paid' : link.state))
  const items = (['paid', 'open', 'expired', 'closed'] as const).map(one => ({
    term: t(`counts.${one}`),
    value: batch[one],
  }))
  const sum = t.rich('ofSum', {
    paid: () => <Money value={batch.sumPaid} />,
    sum: () => <Money value={batch.sum} />,
  })
  return (
    <>
      <PageHeader
        steps={[
          { href: '/links', label: words('title') },
          { href: '/links/batches', label: t('title') },
        ]}
        title={<bdi>{batch.fileName}</bdi>}
        lead={<DateText value={batch.createdAt} style="moment" />}
      />
      <div className="stack items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="stack gap-6">
          <Card>
            <DescriptionList items={[...items, { term: t('counts.sum'), value: sum }]} />
          </Card>
          <StateList
            page={`/links/batches/${id}`}
            state={state}
            choices={states.map(one => [one, t(`states.${one}`)] as const)}
            t={words}
            none={words('noneSuch')}
            make={null}
            next={null}
          >
            {rows.length === 0 ? null : <BatchLinks rows={rows} />}
          </StateList>
        </div>
        <Actions batch={batch} organisation={organisation} />
      </div>
    </>
  )
})

type ActionsProps = { batch: LinkBatchView; organisation: { id: string; role: MemberRole } }

async function Actions({ batch, organisation }: ActionsProps) {
  const t = await getTranslations('batches')
  const mayWrite = may(organisation.role, 'payments.write')
  const { open, expired } = batch
  return (
    <div className="stack gap-6">
      {mayWrite && open > 0 ? (
        <Card title={t('mailTitle')} text={t('mailText')} bodyClass="mt-4">
          <MailBatch id={batch.id} organisation={organisation.id} />
        </Card>
      ) : null}
      <ExportCard
        title={t('exportTitle')}
        text={t('exportText')}
        action={`/links/batches/${batch.id}/export`}
        formats={[
          ['csv', t('csv')],
          ['csv-fr', t('csvFr')],
        ]}
        query={{ organisation: organisation.id }}
      />
      {open > 0 ? (
        <div>
          <ButtonLink href={`/links/batches/${batch.id}/print`} variant="secondary">
            {t('print')}
          </ButtonLink>
        </div>
      ) : null}
      {mayWrite && open + expired > 0 ? (
        <Card title={t('closeTitle')} text={t('closeText')} bodyClass="mt-4">
          <CloseBatch id={batch.id} organisation={organisation.id} count={open + expired} />
        </Card>
      ) : null}
    </div>
  )
}

/** The links of a batch, each leading to its page. */
function BatchLinks({ rows }: Pick<LinkBatchView, 'rows'>) {
  const t = useTranslations('batches')
  const words = useTranslations('merchant.link.mails')
  const shown = rows.map(({ line, name, email, mail, link }) => {
    const state = link.paid > 0 ? 'paid' : link.state
    return {
      key: link.id,
      href: `/links/${link.id}`,
      name: <bdi>{name ?? email ?? link.title}</bdi>,
      amount: <LinkAmount link={link} />,
      text: (
        <>
          {t('line')} {line} · <bdi>{link.referencePrefix}</bdi>
          {mail === null ? null : (
            <>
              {' · '}
              {t.rich('mailed', {
                state: () => words(mail.state),
                at: () => <DateText value={mail.at} style="moment" />,
              })}
            </>
          )}
        </>
      ),
      badge: (
        <Badge tone={state === 'paid' ? 'success' : state === 'open' ? 'info' : 'neutral'}>
          {t(`states.${state}`)}
        </Badge>
      ),
    }
  })
  return <LinkRows label={t('links')} rows={shown} />
}
