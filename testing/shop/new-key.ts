import { type ApiScope, apiScopes } from '#lib/domain/merchant/api-key.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { asMember } from '#testing/people/as-member.ts'

type Owner = { readonly organisationId: string; readonly userId: string }

/** A key of a shop, by its owner. */
export async function newKey(
  { organisationId, userId }: Owner,
  mode: 'test' | 'live' = 'test',
  scopes: readonly ApiScope[] = apiScopes,
): Promise<string> {
  const input = { mode, name: 'Shop', scopes: [...scopes] }
  return (await asMember(userId, organisationId, 'key.create', createApiKey, input)).key
}
