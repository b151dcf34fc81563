import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { log } from '#lib/log.ts'
import { open, seal, VaultError } from '#lib/vault.ts'

/** Standard Webhooks. */

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

type SecretColumn = 'secretSealed' | 'previousSecretSealed'
const columnOf = (endpointId: string, column: SecretColumn) => ({
  row: endpointId,
  column: `WebhookEndpoint.${column}`,
})

export function sealWebhookSecret(endpointId: string, column: SecretColumn, secret: string): Promise<string> {
  return seal(secret, columnOf(endpointId, column))
}

/** Null if no key of the vault opens it: its merchant makes another. */
export async function openWebhookSecret(
  endpointId: string,
  column: SecretColumn,
  sealed: string,
): Promise<string | null> {
  try {
    return await open(sealed, columnOf(endpointId, column))
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    log().warn({ err: error, endpointId }, 'the secret of a webhook does not open')
    return null
  }
}

/** One per valid secret. Throws unless base64. */
export function signWebhook(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): string {
  return secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' ')
}
