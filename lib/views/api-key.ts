import { z } from 'zod'
import { apiModes, apiScopes } from '#lib/domain/merchant/api-key.ts'
import { typedLine } from '#lib/domain/text/person.ts'

/** Keys as the pages of their organisation show them. */

export const ApiKeyView = z.object({
  id: z.uuid(),
  mode: z.enum(apiModes),
  name: z.string(),
  /** `gk_test_…a1b2`: identifies a key without disclosing it. */
  label: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
})
export type ApiKeyView = z.infer<typeof ApiKeyView>

/** The only answer that contains the key itself. */
export const NewApiKeyView = z.object({ key: z.string(), view: ApiKeyView })
export type NewApiKeyView = z.infer<typeof NewApiKeyView>

export const ApiKeyInput = z.object({
  mode: z.enum(apiModes),
  name: typedLine(80).min(1),
  scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>
