import { parisDay } from '@guichet/values/calendar/paris.ts'
import { now } from '#lib/clock.ts'
import type { Tx } from '#lib/db.ts'
import { isMailOn } from '#lib/mail.ts'
import { mailEach, pageAt, settingsPage } from '#lib/services/mail/queue.ts'
import { type MemberMail, mailMembers } from '#lib/services/merchant/mails.ts'

type Endpoint = {
  readonly id: string
  readonly organisationId: string
  readonly appId: string | null
  readonly url: string
}
type EndpointMail = Pick<MemberMail, 'roles' | 'key'> & {
  readonly template: 'endpoint_off' | 'endpoint_failing'
  readonly link?: string
}

/** An app’s goes to the person whose program it is; where an app asked by OAuth, its maker reads the log. */
async function mailOfEndpoint(
  tx: Tx,
  { id, organisationId, appId, url }: Endpoint,
  { roles, template, key, ...link }: EndpointMail,
): Promise<void> {
  const app = appId === null ? null : await tx.app.findUniqueOrThrow({ where: { id: appId } })
  if (app !== null && app.kind !== 'token') return
  const { name } = app ?? (await tx.organisation.findUniqueOrThrow({ where: { id: organisationId } }))
  const values = { organisation: name, host: new URL(url).host, isApp: app !== null }
  const page = pageAt(app ? `/settings/apps/${app.id}` : `/webhooks/${id}`)
  const about = { kind: template, aboutId: id, key, words: { template, values, page, ...link } }
  if (app === null) return mailMembers(tx, { organisationId, roles, ...about })
  await mailEach(tx, { id: app.userId }, about)
}

/** Turned off after 410. */
export async function mailEndpointOff(tx: Tx, endpoint: Endpoint): Promise<void> {
  if (!isMailOn()) return
  const key = `endpoint-off:${endpoint.id}:${now().getTime()}`
  await mailOfEndpoint(tx, endpoint, { template: 'endpoint_off', roles: ['owner', 'admin', 'developer'], key })
}

/** Once until it accepts something, at most once a day. */
export async function mailEndpointFailing(tx: Tx, endpoint: Endpoint): Promise<void> {
  if (!isMailOn()) return
  const { organisationId } = endpoint
  const from = endpoint.appId === null ? { organisationId } : { organisationId: null }
  const where = { ...from, kind: 'endpoint_failing', aboutId: endpoint.id }
  const mail = await tx.mail.findFirst({ where, orderBy: { createdAt: 'desc' } })
  const taken = { organisationId, endpointId: endpoint.id, status: 'delivered' as const }
  if (mail && (await tx.webhookDelivery.count({ where: { ...taken, finishedAt: { gte: mail.createdAt } } })) === 0)
    return
  const key = `endpoint-failing:${endpoint.id}:${parisDay(now())}`
  const link = settingsPage()
  await mailOfEndpoint(tx, endpoint, { template: 'endpoint_failing', roles: ['owner', 'admin'], key, link })
}
