import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { open, seal } from '#lib/vault.ts'

/** Webhook secrets and signatures (Standard Webhooks, by its own library). */

/** `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

type SecretColumn = 'secretSealed' | 'previousSecretSealed'
const columnOf = (endpointId: string, column: SecretColumn) => ({
  row: endpointId,
  column: `WebhookEndpoint.${column}`,
})

/** Seals a secret to its endpoint and column. */
export function sealWebhookSecret(endpointId: string, column: SecretColumn, secret: string): Promise<string> {
  return seal(secret, columnOf(endpointId, column))
}

/** Opens it. */
export function openWebhookSecret(endpointId: string, column: SecretColumn, sealed: string): Promise<string> {
  return open(sealed, columnOf(endpointId, column))
}

/**
 * The `webhook-signature` header: one signature per valid secret, so that a rotation loses none. Throws for a secret that is empty or not
 * base64.
 */
export function signWebhook(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): string {
  return secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' ')
}
