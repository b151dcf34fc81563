import { createECDH, hkdfSync } from 'node:crypto'
import webPush from 'web-push'
import { inParallel } from '#lib/base/in-parallel.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { findTargetFault } from '#lib/domain/webhooks/target.ts'
import type { Person } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import type { MailLanguage } from '#lib/services/mail/words/frame.ts'
import { type MailWords, writeMail } from '#lib/services/mail/words/write.ts'
import { postWebhook } from '#lib/services/webhooks/wire.ts'
import { open, seal } from '#lib/vault.ts'
import { PushInput } from '#lib/views/alert.ts'

/**
 * Alerts on a person's devices (RFC 8030, 8291, 8292). Where they are sent is the browser's word, so the address has the limits of a
 * webhook's (C42); nobody between us and the browser can read what is sent.
 */

const limit = { limit: 30, windowSeconds: 3_600 }
const mostTargets = 10
const lifeSeconds = 24 * 3_600
const linesShown = 3

const columnOf = (row: string) => ({ row, column: 'PushTarget.targetSealed' })

/** One pair for all of an installation; another AUTH_SECRET ends what was subscribed with it. */
function keysOf() {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(hkdfSync('sha256', readEnv('AUTH_SECRET'), '', 'web push', 32)))
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
}

/** For a browser to subscribe with. */
export const pushKey = () => keysOf().publicKey

/** Refusals: `invalid_input` naming `endpoint`, `too_many_tries`. */
export async function addPushTarget(
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  input: PushInput,
): Promise<void> {
  await takeTry(`push:${userId}`, limit)
  if (findTargetFault(input.endpoint, { loopback: readEnv('WEBHOOK_LOOPBACK') }) !== null)
    throw new Refused('invalid_input', { field: 'endpoint' })
  const endpointHash = hashOf(input.endpoint)
  await db().$transaction(async tx => {
    // Who uses the browser now gets its alerts.
    await tx.pushTarget.deleteMany({ where: { endpointHash } })
    const { id } = await tx.pushTarget.create({
      data: { userId, sessionId, endpointHash, targetSealed: '', createdAt: now() },
      select: { id: true },
    })
    const targetSealed = await seal(JSON.stringify(input), columnOf(id))
    await tx.pushTarget.updateMany({ where: { id, userId }, data: { targetSealed } })
    const older = await tx.pushTarget.findMany({
      where: { userId },
      orderBy: { createdAt: 'desc' },
      skip: mostTargets,
      select: { id: true },
    })
    await tx.pushTarget.deleteMany({ where: { userId, id: { in: older.map(one => one.id) } } })
  })
}

export async function removePushTarget({ userId }: Person, endpoint: string): Promise<void> {
  await db().pushTarget.deleteMany({ where: { userId, endpointHash: hashOf(endpoint) } })
}

/** By the hashes of their addresses. */
export async function listPushTargets({ userId }: Person): Promise<string[]> {
  const rows = await db().$queryRaw<{ endpointHash: string }[]>`
    SELECT target."endpointHash" FROM "PushTarget" AS target
    LEFT JOIN "Session" AS session ON session."id" = target."sessionId"
    WHERE target."userId" = ${userId}::uuid AND session."revokedAt" IS NULL`
  return rows.map(({ endpointHash }) => endpointHash)
}

/** Hosts of the browsers' services; an address itself is a secret. */
export async function listPushHosts(): Promise<string[]> {
  const hosts = new Set<string>()
  let after = ''
  for (;;) {
    const where = after === '' ? {} : { id: { gt: after } }
    const rows = await db().pushTarget.findMany({ where, orderBy: { id: 'asc' }, take: 1_000 })
    for (const { id, targetSealed } of rows) {
      after = id
      // With the vault's keys lost it gets nothing.
      const target = await open(targetSealed, columnOf(id)).catch(() => null)
      if (target !== null) hosts.add(new URL(PushInput.parse(JSON.parse(target)).endpoint).host)
    }
    if (rows.length < 1_000) return [...hosts].sort()
  }
}

/** Whose session was ended: a device that one signed out of shows nothing. */
export async function sweepPushTargets(): Promise<void> {
  await db().$executeRaw`
    DELETE FROM "PushTarget" AS target USING "Session" AS session
    WHERE session."id" = target."sessionId" AND session."revokedAt" IS NOT NULL`
}

/** After the alert is stored. Once: what doesn't arrive is in the mail and in Guichet. Amounts only if the person wishes. */
export async function pushToAll(userId: string, words: MailWords, language: MailLanguage): Promise<void> {
  await sweepPushTargets()
  const [targets, user] = await Promise.all([
    db().pushTarget.findMany({ where: { userId } }),
    db().user.findUnique({ where: { id: userId }, select: { alertAmounts: true } }),
  ])
  if (targets.length === 0) return
  const message = JSON.stringify(messageOf(words, language, user?.alertAmounts ?? false))
  await inParallel(targets, mostTargets, async ({ id, targetSealed }) => {
    const target = PushInput.parse(JSON.parse(await open(targetSealed, columnOf(id))))
    if (!(await push(target, message))) await db().pushTarget.deleteMany({ where: { id, userId } })
  })
}

function messageOf(words: MailWords, language: MailLanguage, withAmounts: boolean) {
  const lines = Object.entries(words.lines ?? {}).map(([kind, rows]) => {
    return [kind, rows.map(row => (withAmounts ? row : { ...row, before: null }))] as const
  })
  const { subject, lists } = writeMail({ ...words, lines: Object.fromEntries(lines) }, language)
  const said = (lists ?? []).flatMap(list => list.lines).slice(0, linesShown)
  const body = said.map(({ label, value }) => (withAmounts ? `${label} : ${value}` : label).slice(0, 150))
  return { title: subject, body: body.join('\n'), path: new URL(words.page).pathname }
}

/** False if the browser has gone. */
async function push({ endpoint, keys }: PushInput, message: string): Promise<boolean> {
  const { publicKey, privateKey } = keysOf()
  const vapidDetails = { subject: `mailto:${readEnv('LEGAL_CONTACT')}`, publicKey, privateKey }
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, message, {
    vapidDetails,
    TTL: lifeSeconds,
  })
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), String(value)])
  const sent = await postWebhook(
    { url: endpoint, headers: Object.fromEntries(texts), body },
    { loopback: readEnv('WEBHOOK_LOOPBACK') },
  )
  const { status } = sent
  return sent.fault !== 'target_not_allowed' && status !== 404 && status !== 410 && status !== 401 && status !== 403
}
