import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { open, seal } from '#lib/vault.ts'

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

export function openWebhookSecret(endpointId: string, column: SecretColumn, sealed: string): Promise<string> {
  return open(sealed, columnOf(endpointId, column))
}

/** One per valid secret. Throws unless base64. */
export function signWebhook(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): string {
  return secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' ')
}
