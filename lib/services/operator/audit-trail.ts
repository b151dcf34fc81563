import { tryLock } from '#lib/base/locks.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import {
  type AuditBreak,
  type ChainedEvent,
  type ChainPosition,
  checkEvents,
  checkHead,
  digestHeads,
} from '#lib/domain/audit/chain.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { log } from '#lib/log.ts'
import type { AuditCheckView, AuditEventView, AuditFilter, AuditPageView } from '#lib/views/operator.ts'
import { checkOperator, type Operator } from './access.ts'
import { mailAuditBroken } from './mails.ts'

const pageSize = 50
/** Per query. */
const partSize = 2_000
const breaksKept = 100

/** Newest first. */
export async function listAudit(operator: Operator, filter: AuditFilter): Promise<AuditPageView> {
  await checkOperator(operator)
  const { action, stream, userId, requestId, from, to, before } = filter
  const rows = await db().auditEvent.findMany({
    where: omitUndefined({
      action: action ? { startsWith: action } : undefined,
      stream: stream || undefined,
      userId: userId || undefined,
      OR: requestId ? [{ requestId }, { bankRequestId: requestId }] : undefined,
      at: omitUndefined({ gte: from ? new Date(from) : undefined, lt: to ? new Date(to) : undefined }),
      id: before ? { lt: BigInt(before) } : undefined,
    }),
    orderBy: { id: 'desc' },
    take: pageSize + 1,
  })
  const shown = rows.slice(0, pageSize)
  return { events: shown.map(toView), next: rows.length > pageSize ? String(shown.at(-1)?.id) : null }
}

type AuditEventRow = Prisma.AuditEventGetPayload<object>

function toView(row: AuditEventRow): AuditEventView {
  const { id, at, userId, stream, action, detail, ip, requestId, bankRequestId, seq, hash, erasedAt } = row
  return {
    id: String(id),
    at: at.toISOString(),
    userId,
    stream,
    action,
    ip,
    requestId,
    bankRequestId,
    seq,
    hash,
    detail: detail === null ? null : JSON.stringify(detail),
    erased: erasedAt !== null,
  }
}

/** Null before the first. */
export async function readAuditCheck(operator: Operator): Promise<AuditCheckView | null> {
  await checkOperator(operator)
  const row = await db().auditCheck.findFirst({ orderBy: { id: 'desc' } })
  return row ? toCheckView(row) : null
}

export async function checkAuditNow(operator: Operator): Promise<AuditCheckView> {
  await checkOperator(operator)
  return verifyAudit()
}

/**
 * Every chain, and that none was cut off (C49). A break raises an alarm; the log has the digest of all heads, for
 * archives elsewhere.
 */
export async function verifyAudit(): Promise<AuditCheckView> {
  return storeFinding(await db().$transaction(verifyStreams, wholeMoment))
}

/** Older than six hours; one worker does it. */
export async function checkAuditWhenDue(): Promise<void> {
  const last = await db().auditCheck.findFirst({ orderBy: { id: 'desc' }, select: { at: true } })
  if (last && now().getTime() - last.at.getTime() < checkEveryMs) return
  const found = await db().$transaction(async tx => {
    return (await tryLock(tx, 'auditCheck')) ? verifyStreams(tx) : null
  }, wholeMoment)
  if (found) await storeFinding(found)
}

const checkEveryMs = 6 * 60 * 60 * 1000
/** A consistent snapshot. */
const wholeMoment = { isolationLevel: 'RepeatableRead', timeout: 600_000 } as const

async function storeFinding({ breaks, ...counted }: Found): Promise<AuditCheckView> {
  const broken = breaks.slice(0, breaksKept)
  const row = await db().$transaction(async tx => {
    await mailAuditBroken(tx, broken)
    return tx.auditCheck.create({ data: { at: now(), ...counted, broken } })
  })
  const { streams, events, heads } = counted
  const first = breaks.slice(0, 5)
  if (breaks.length > 0) log().error({ breaks: first, streams, events, heads }, 'the audit trail is broken')
  else log().info({ streams, events, heads }, 'the audit trail is whole')
  return toCheckView(row)
}

type Found = { streams: number; events: number; heads: string; breaks: AuditBreak[] }

async function verifyStreams(tx: Prisma.TransactionClient): Promise<Found> {
  const heads = await tx.auditHead.findMany({ orderBy: { stream: 'asc' } })
  const positions = new Map<string, ChainPosition>()
  const breaks: AuditBreak[] = []
  let events = 0
  let after = { stream: '', seq: 0 }
  for (;;) {
    const part = await readPart(tx, after)
    events += part.length
    for (const own of Map.groupBy(part, ({ stream }) => stream)) {
      const [stream, chain] = own
      const checked = checkEvents(chain, positions.get(stream) ?? null)
      if (checked.position) positions.set(stream, checked.position)
      breaks.push(...checked.breaks)
    }
    const last = part.at(-1)
    if (!last || part.length < partSize) break
    after = { stream: last.stream, seq: last.seq }
  }
  const known = new Set(heads.map(({ stream }) => stream))
  for (const head of heads) {
    const fault = checkHead(head, positions.get(head.stream) ?? null)
    if (fault) breaks.push(fault)
  }
  for (const [stream, { seq }] of positions)
    if (!known.has(stream)) breaks.push({ stream, seq, eventId: null, fault: 'head' })
  return { streams: heads.length, events, heads: digestHeads(heads), breaks }
}

/** `detail` as hashed; byte order, as the cursor compares. */
function readPart(tx: Prisma.TransactionClient, after: { stream: string; seq: number }): Promise<ChainedEvent[]> {
  return tx.$queryRaw<ChainedEvent[]>`
    SELECT id::text, stream, seq, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, action,
      "userId"::text, detail::text, ip, "requestId", "bankRequestId", salt, digest, "prevHash", hash,
      "erasedAt" IS NOT NULL AS erased
    FROM "AuditEvent" WHERE (stream, seq) > (${after.stream}, ${after.seq})
    ORDER BY stream, seq LIMIT ${partSize}`
}

function toCheckView(row: Prisma.AuditCheckGetPayload<object>): AuditCheckView {
  const { at, streams, events, heads, broken } = row
  return { at: at.toISOString(), streams, events, heads, breaks: Array.isArray(broken) ? (broken as AuditBreak[]) : [] }
}
