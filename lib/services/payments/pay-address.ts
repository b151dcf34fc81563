import { readEnv } from '#lib/env.ts'

/** Address of an order's hosted page, whole: for QR codes and for the payee's program. It holds no IBAN and no amount. */
export function payAddress(publicId: string): string {
  return new URL(`/pay/${encodeURIComponent(publicId)}`, readEnv('APP_URL')).href
}
