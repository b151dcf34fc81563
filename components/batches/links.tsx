import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/value.tsx'
import { LinkAmount } from '#components/merchant/link-list.tsx'
import { Badge } from '#components/ui/card.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
import type { LinkBatchView } from '#lib/views/link-batch.ts'

/** The links of a batch, each leading to its page. */
export function BatchLinks({ rows }: Pick<LinkBatchView, 'rows'>) {
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
