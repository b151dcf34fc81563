import { readEnv } from '#lib/env.ts'
import { payButton, payButtonIntegrity, payButtonPath } from '#lib/files/pay-button.ts'
import type { LinkView } from '#lib/views/organisation.ts'

/** The script by the name in its address; null for another. */
export function readPayButton(file: string): string | null {
  return payButtonPath.endsWith(`/${file}`) ? payButton : null
}

/** To copy into a shop's page: a link without the script, a button with it. */
export function payButtonSnippet({ url }: Pick<LinkView, 'url'>, label: string): string {
  const { href } = new URL(payButtonPath, readEnv('APP_URL'))
  return [
    `<script src="${href}" integrity="${payButtonIntegrity}" crossorigin="anonymous" async></script>`,
    `<guichet-pay><a href="${url}">${label}</a></guichet-pay>`,
  ].join('\n')
}
