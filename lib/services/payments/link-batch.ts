import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import type { LinkState } from '#lib/domain/payments/link/state.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { type CsvDialect, csvDialect, neutralise } from '#lib/files/export/csv.ts'
import { auditOrganisation } from '#lib/services/merchant/organisations.ts'
import { orLimit } from '#lib/services/people/outside-mails.ts'
import type { BatchMailed, LinkBatchView } from '#lib/views/link-batch.ts'
import type { MailView } from '#lib/views/mail.ts'
import { queueLink, viewLinks } from './links.ts'
import { whereUsedUp } from './paid.ts'

/** What became of links made together. */

type Reader = Actor<'link.read' | 'link.change' | 'link.mail'>

/** Refusals: `not_found`. */
export async function readLinkBatch({ organisationId }: Reader, batchId: string): Promise<LinkBatchView> {
  const where = { id: batchId, organisationId }
  const include = { rows: { include: { link: true }, orderBy: { line: 'asc' } } } as const
  const row = requireFound(isUuid(batchId) && (await db().linkBatch.findFirst({ where, include })))
  const links = await viewLinks(
    organisationId,
    row.rows.map(({ link }) => link),
  )
  const mails = await findLastMails(
    organisationId,
    links.map(({ id }) => id),
  )
  const rows = row.rows.flatMap(({ line, payerName: name, payerEmail: email }, at) => {
    const link = links[at]
    return link ? [{ line, name, email, mail: mails.get(link.id) ?? null, link }] : []
  })
  const minor = ({ amount }: { readonly amount: { readonly amount: string } | null }) =>
    parseAmount(amount?.amount ?? '0', 'EUR')?.amountMinor ?? 0n
  const sumOf = (some: typeof links) => {
    const amountMinor = some.reduce((sum, link) => sum + minor(link), 0n)
    return { amount: formatAmount({ amountMinor, currency: 'EUR' }), currency: 'EUR' }
  }
  const paid = links.filter(link => link.paid > 0)
  const count = (state: LinkState) => links.filter(link => link.state === state && link.paid === 0).length
  const { id, mode, fileName, createdAt } = row
  return {
    id,
    mode,
    fileName,
    createdAt: createdAt.toISOString(),
    count: links.length,
    paid: paid.length,
    sum: sumOf(links),
    sumPaid: sumOf(paid),
    open: count('open'),
    expired: count('expired'),
    closed: count('closed'),
    rows,
  }
}

async function findLastMails(
  organisationId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<MailView, 'state' | 'at'>>> {
  const rows = await db().mail.findMany({
    where: { organisationId, kind: 'link', aboutId: { in: [...linkIds] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    distinct: ['aboutId'],
    select: { aboutId: true, state: true, createdAt: true },
  })
  return new Map(
    rows.map(({ aboutId, state, createdAt }) => [
      aboutId,
      { state: state === 'sending' ? 'due' : state, at: createdAt.toISOString() },
    ]),
  )
}

const dayMs = 24 * 60 * 60_000
/** Then the sender's hour is used up: the rest waits for the next press. */
const mostRefused = 5

/** To whoever has not paid and had none for a day, who waited longest first. Refusals: `not_found`. */
export async function mailLinkBatch(actor: Actor<'link.mail'>, batchId: string): Promise<BatchMailed> {
  const { organisationId, userId: byUserId } = actor
  const batch = await readLinkBatch(actor, batchId)
  const organisation = await db().organisation.findUniqueOrThrow({ where: { id: organisationId } })
  const mailed = { queued: 0, off: 0, test: 0, name: 0, limit: 0, recent: 0 }
  const due = batch.rows.filter(({ link, email }) => link.state === 'open' && email !== null)
  const longest = due.toSorted((left, right) => (left.mail?.at ?? '').localeCompare(right.mail?.at ?? ''))
  for (const { link, email, mail } of longest) {
    if (mail !== null && mail.state !== 'failed' && Date.parse(mail.at) > now().getTime() - dayMs) mailed.recent += 1
    else if (mailed.limit >= mostRefused) mailed.limit += 1
    else {
      // Of two presses one mails.
      const about = { organisation, to: email ?? '', byUserId, key: mail?.at ?? 'first' }
      mailed[await orLimit(queueLink(link, about))] += 1
    }
  }
  return mailed
}

/** All that nobody has paid, for good. Refusals: `not_found`. */
export async function closeLinkBatch(
  actor: Actor<'link.change'>,
  batchId: string,
): Promise<{ readonly closed: number }> {
  const { organisationId, userId } = actor
  await readLinkBatch(actor, batchId)
  return db().$transaction(async tx => {
    const { count } = await tx.paymentLink.updateMany({
      where: {
        organisationId,
        batchRow: { batchId },
        closedAt: null,
        NOT: { orders: { some: whereUsedUp() } },
      },
      data: { closedAt: now() },
    })
    const detail = { batchId, count }
    if (count > 0) await auditOrganisation(tx, { userId, organisationId, action: 'payment_link.batch_closed', detail })
    return { closed: count }
  })
}

/** With every address, for letters and mails of one's own. Refusals: `not_found`. */
export async function exportLinkBatch(
  actor: Actor<'link.read'>,
  batchId: string,
  dialect: CsvDialect,
): Promise<string> {
  const { rows } = await readLinkBatch(actor, batchId)
  const csv = csvDialect(dialect)
  const { links, linkStates } = csv.words
  const cells = rows.map(({ name, email, link }) => [
    ...[name ?? '', email ?? '', link.title].map(neutralise),
    csv.amount(link.amount?.amount ?? ''),
    link.referencePrefix ?? '',
    csv.day(link.expiresAt === null ? null : parisDay(new Date(Date.parse(link.expiresAt) - 1))),
    linkStates[link.paid > 0 ? 'paid' : link.state],
    link.url,
  ])
  return csv.head(links) + csv.write(...cells)
}
