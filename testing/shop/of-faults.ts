import { randomUUID } from 'node:crypto'
import { db } from '#lib/db.ts'
import { apiScopes } from '#lib/domain/merchant/api-key.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { createEndpoint } from '#lib/services/webhooks/endpoints.ts'
import { asMember } from '#testing/people/as-member.ts'

/** A test's own organisation with its member, key and endpoint. */

export type Shop = { readonly organisationId: string; readonly userId: string }

export const shopReturnUrl = 'https://shop.example/thanks'

/** A bookshop with a beneficiary account and an owner. */
export async function newShop(): Promise<Shop> {
  const email = `${randomUUID()}@guichet.example`
  const { id: userId } = await db().user.create({ data: { email, name: 'Ada', passwordHash: '-' } })
  const beneficiary = { beneficiaryName: 'Librairie du Port', beneficiaryIban: 'DE89370400440532013000' }
  const { id: organisationId } = await db().organisation.create({
    data: { name: 'Librairie', legalName: 'Librairie', email, returnUrls: [shopReturnUrl], ...beneficiary },
  })
  await db().membership.create({ data: { organisationId, userId, role: 'owner' } })
  return { organisationId, userId }
}

/** An API key for test mode with all scopes. */
export async function newShopKey({ userId, organisationId }: Shop): Promise<string> {
  const input = { mode: 'test' as const, name: 'Shop', scopes: [...apiScopes] }
  return (await asMember(userId, organisationId, 'key.create', actor => createApiKey(actor, input))).key
}

/** An endpoint subscribed to everything in test mode. */
export function newShopEndpoint({ userId, organisationId }: Shop, url: string) {
  const wish = { mode: 'test' as const, url, description: '', eventTypes: [] }
  return asMember(userId, organisationId, 'webhook.create', actor => createEndpoint(actor, wish, withoutKey))
}
