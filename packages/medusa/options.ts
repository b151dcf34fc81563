/** As the shop's medusa-config sets them. */
export type GuichetOptions = {
  /** An API key, `gk_test_…` or `gk_live_…`, with the scopes `payments:write` and `refunds:write`. */
  readonly apiKey: string
  /** Of the webhook endpoint that leads to `/hooks/payment/guichet_guichet`: `whsec_…`. */
  readonly webhookSecret: string
  /** Where the payer comes back to: a return address registered at Guichet. */
  readonly returnUrl: string
  /** Where Guichet is. May be left out with a test key: `http://localhost:3000`, the demonstration. */
  readonly apiUrl?: string | undefined
  /** Before the number in a payment's reference, which the payer and the bank statements show; `Order` without it. */
  readonly referencePrefix?: string | undefined
}

type SoundOptions = { readonly [Name in keyof GuichetOptions]-?: string }

const demonstration = 'http://localhost:3000'
const longestPrefix = 100

/** The options, complete. Throws an Error that names every one that is missing or wrong, and never shows a secret. */
export function readOptions(given: Readonly<Record<string, unknown>> = {}): SoundOptions {
  const { apiKey, webhookSecret, returnUrl, referencePrefix = 'Order' } = given
  const isTest = isText(apiKey) && apiKey.startsWith('gk_test_')
  const { apiUrl = isTest ? demonstration : undefined } = given
  const faults = [
    isText(apiKey) && /^gk_(test|live)_[!-~]+$/.test(apiKey)
      ? null
      : 'apiKey: give an API key of the dashboard, gk_test_… or gk_live_…',
    isText(webhookSecret) && /^whsec_[\w+/=-]+$/.test(webhookSecret)
      ? null
      : 'webhookSecret: give the secret of the webhook endpoint, whsec_…',
    isText(returnUrl) && isAddress(returnUrl)
      ? null
      : 'returnUrl: give a return address that is registered at Guichet, such as https://shop.example/checkout/back',
    isText(apiUrl) && isAddress(apiUrl) && (isTest || new URL(apiUrl).protocol === 'https:')
      ? null
      : 'apiUrl: give the address of Guichet, https://…; only a test key may go without it, or use http',
    isText(referencePrefix) && referencePrefix.length <= longestPrefix
      ? null
      : `referencePrefix: give a text of ${longestPrefix} characters at most`,
  ].filter(fault => fault !== null)
  if (faults.length > 0) throw new Error(`medusa-payment-guichet: ${faults.join('; ')}`)
  return { apiKey, webhookSecret, returnUrl, apiUrl, referencePrefix } as SoundOptions
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
