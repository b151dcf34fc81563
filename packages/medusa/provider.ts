import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/framework/types'
import { AbstractPaymentProvider, MedusaError } from '@medusajs/framework/utils'
import {
  type AppEvent,
  type CheckoutSession,
  createClient,
  type Event,
  GuichetNoAnswer,
  isProblem,
  type Refund,
  verifyWebhook,
  type WebhookHeaders,
  WebhookNotGenuine,
} from 'guichet-client'
import { writeEuros } from './amount.ts'
import { type GuichetOptions, readOptions } from './options.ts'
import { actionOf, statusOf } from './status.ts'

type Guichet = Pick<
  ReturnType<typeof createClient>,
  'createCheckoutSession' | 'readCheckoutSession' | 'cancelPayment' | 'createRefund' | 'listRefunds'
>
type Data = Readonly<Record<string, unknown>>
type Wish = {
  readonly amount: BigNumberInput
  readonly currency: string
  readonly data: Data
  readonly payerName: string
  readonly idempotencyKey: string | undefined
}

const { Types } = MedusaError
/** Medusa's id of the session, in the metadata of the payment. */
const sessionKey = 'medusa_session'
/** Medusa reads a webhook later than it takes it: seconds, or hours when its queue was away. Read late or twice, it changes nothing. */
const webhookToleranceSeconds = 24 * 60 * 60
const longestText = 500
/** As long as the API takes it. */
const longestName = 140

/**
 * Payments from a bank account as a payment provider of Medusa 2. A payment session is a checkout session of Guichet; its state is read
 * there whenever Medusa asks, and never taken from the browser. Every method throws a `MedusaError` with a sentence and Guichet's code.
 */
export class GuichetPaymentProvider extends AbstractPaymentProvider<GuichetOptions> {
  static override identifier = 'guichet'

  readonly #options: ReturnType<typeof readOptions>
  readonly #guichet: Guichet

  /** Throws an Error that names every option that is missing or wrong. Medusa calls it when it starts. */
  static override validateOptions(options: Record<string, unknown>): void {
    readOptions(options)
  }

  /** `guichet` is for tests. */
  constructor(cradle: Record<string, unknown>, options: GuichetOptions, guichet?: Guichet) {
    super(cradle, options)
    this.#options = readOptions(options)
    const { apiKey: key, apiUrl: origin } = this.#options
    this.#guichet = guichet ?? createClient({ key, origin })
  }

  /**
   * Creates a checkout session. The payer goes to `data.url`. Of the storefront's `data` it takes `return_url` and `cancel_url` (registered
   * ones), `language`, `bank_code` and `payer_name`, which refunds need. Refuses other currencies than EUR, and amounts below a cent.
   */
  async initiatePayment({
    amount,
    currency_code,
    data,
    context,
  }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const { first_name, last_name, company_name } = context?.customer ?? {}
    const customer = company_name || [first_name, last_name].filter(Boolean).join(' ')
    const session = await this.#create({
      amount,
      currency: currency_code,
      data: data ?? {},
      payerName: textOf(data, 'payer_name') ?? customer.slice(0, longestName),
      idempotencyKey: context?.idempotency_key,
    })
    return { id: session.data.id, ...session }
  }

  /**
   * A session's amount is fixed, so a changed cart gets a new session and the old one is withdrawn first. Refused once the payer has
   * approved the old one.
   */
  async updatePayment({ amount, currency_code, data }: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const old = await this.#read(data)
    const isSame = old.amount === writeEuros(amount) && old.currency === currency_code.toUpperCase()
    if (isSame && old.status === 'open') return outputOf(old, data)
    await this.#withdraw(old)
    return this.#create({
      amount,
      currency: currency_code,
      data: data ?? {},
      payerName: textOf(data, 'payer_name') ?? '',
      idempotencyKey: `${old.id}-${writeEuros(amount)}`,
    })
  }

  /** Withdraws the session, so that it can't be paid any more. Refused once the payer has approved it. */
  async deletePayment({ data }: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return this.#withdrawn(data)
  }

  /** The same as `deletePayment`: an executed payment is refunded instead. */
  async cancelPayment({ data }: CancelPaymentInput): Promise<CancelPaymentOutput> {
    return this.#withdrawn(data)
  }

  async authorizePayment({ data }: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return outputOf(await this.#read(data), data)
  }

  async getPaymentStatus({ data }: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return outputOf(await this.#read(data), data)
  }

  /** The session and its refunds, as they are now. */
  async retrievePayment({ data }: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const session = await this.#read(data)
    const { data: refunds } = await this.#ask(() => this.#guichet.listRefunds({ payment_id: session.id }))
    return { data: { ...outputOf(session, data).data, refunds: refunds.map(writeRefund) } }
  }

  /** A credit transfer is captured once it is paid: nothing is sent. Refused before. */
  async capturePayment({ data }: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const session = await this.#read(data)
    if (session.paid) return { data: outputOf(session, data).data }
    throw new MedusaError(
      Types.NOT_ALLOWED,
      `This payment is not paid: it is ${session.status}. It is captured by itself once it is paid.`,
      session.status,
    )
  }

  /**
   * Prepares a refund. The money moves when a member of the organisation approves it at `authorise_url`, which is in `data.refunds`. The
   * account is the one that paid; its holder's name is `payer_name` of the session, or that of Medusa's customer.
   */
  async refundPayment({ data, amount, context }: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const [id, name, euros] = [idOf(data), textOf(data, 'payer_name'), eurosOf(amount)]
    if (name === undefined) {
      throw new MedusaError(
        Types.NOT_ALLOWED,
        'Guichet needs the name of whoever receives a refund, and this session has none (payer_name). Create the refund in Guichet’s dashboard.',
        'creditor_name_missing',
      )
    }
    const body = { payment_id: id, amount: euros, creditor_name: name }
    const refund = await this.#ask(() => this.#guichet.createRefund(body, { idempotencyKey: context?.idempotency_key }))
    const earlier = Array.isArray(data?.refunds) ? data.refunds : []
    return { data: { ...data, refunds: [...earlier, writeRefund(refund)] } }
  }

  /** Checks the signature on the body as it came, and says what the event asks Medusa to do. */
  async getWebhookActionAndData({ rawData, headers }: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const event = await this.#verify(rawData, headers)
    const { data } = event
    const session = 'metadata' in data ? data.metadata[sessionKey] : undefined
    // A payment that Medusa did not ask for, and a refund, which has no session of its own.
    if (session === undefined || !('amount' in data)) return { action: 'not_supported' }
    return { action: actionOf(event), data: { session_id: session, amount: data.amount } }
  }

  async #create({ amount, currency, data, payerName, idempotencyKey }: Wish) {
    const code = currency.toUpperCase()
    if (code !== 'EUR') {
      throw new MedusaError(
        Types.INVALID_DATA,
        `Guichet is for payments in EUR, and this cart is in ${code}: enable the provider for regions in EUR only.`,
        'currency_not_supported',
      )
    }
    const session = textOf(data, 'session_id') ?? ''
    const wished = {
      cancel_url: textOf(data, 'cancel_url'),
      bank_code: textOf(data, 'bank_code'),
      language: languageOf(data),
    }
    const body = {
      amount: eurosOf(amount),
      reference: `${this.#options.referencePrefix} ${session.slice(-8).toUpperCase()}`,
      return_url: textOf(data, 'return_url') ?? this.#options.returnUrl,
      metadata: { [sessionKey]: session },
      ...wished,
    }
    const made = await this.#ask(() => this.#guichet.createCheckoutSession(body, { idempotencyKey }))
    const kept = { ...wished, return_url: body.return_url, session_id: session }
    return outputOf(made, payerName === '' ? kept : { ...kept, payer_name: payerName })
  }

  #read(data: Data | undefined): Promise<CheckoutSession> {
    const id = idOf(data)
    return this.#ask(() => this.#guichet.readCheckoutSession(id))
  }

  async #withdrawn(data: Data | undefined) {
    // Medusa could not store the session, or never had one.
    if (textOf(data, 'id') === undefined) return data === undefined ? {} : { data }
    const session = await this.#read(data)
    await this.#withdraw(session)
    return { data: { ...data, status: session.status === 'expired' ? session.status : 'cancelled' } }
  }

  async #withdraw({ id, status, paid }: CheckoutSession): Promise<void> {
    if (paid) {
      throw new MedusaError(
        Types.NOT_ALLOWED,
        'This payment is paid, so it can’t be withdrawn. Refund it.',
        'payment_over',
      )
    }
    if (status === 'cancelled' || status === 'expired') return
    if (status === 'open') {
      const { outcome } = await this.#ask(() => this.#guichet.cancelPayment(id))
      if (outcome === 'withdrawn') return
    }
    throw new MedusaError(
      Types.NOT_ALLOWED,
      'The payer has approved this payment at their bank, so it can’t be withdrawn. Wait until the bank says how it ended, then refund it.',
      'payment_under_way',
    )
  }

  /** Errors in Medusa's words. A key that is refused is the shop's fault, and not its customer's. */
  async #ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call()
    } catch (error) {
      if (isProblem(error)) {
        const { status, code } = error
        const type = status === 404 ? Types.NOT_FOUND : status === 409 ? Types.NOT_ALLOWED : Types.INVALID_DATA
        const isOurs = status < 500 && status !== 401 && status !== 403 && status !== 429
        throw new MedusaError(
          isOurs ? type : Types.UNEXPECTED_STATE,
          `Guichet refused. ${error.message} (${code})`,
          code,
        )
      }
      if (!(error instanceof GuichetNoAnswer)) throw error
      throw new MedusaError(
        Types.UNEXPECTED_STATE,
        'No answer from Guichet. Try again: what was asked for is done once.',
        'no_answer',
      )
    }
  }

  async #verify(rawData: string | Buffer, headers: Data): Promise<Event | AppEvent> {
    try {
      return await verifyWebhook(this.#options.webhookSecret, headers as WebhookHeaders, rawData, {
        toleranceSeconds: webhookToleranceSeconds,
      })
    } catch (error) {
      if (!(error instanceof WebhookNotGenuine)) throw error
      throw new MedusaError(
        Types.UNAUTHORIZED,
        `This webhook is not from Guichet (${error.message}). If it should be, compare webhookSecret with the endpoint’s secret.`,
        'webhook_not_genuine',
      )
    }
  }
}

/** A session in Medusa's words, with what was known of it before. */
function outputOf(session: CheckoutSession, before: Data | undefined) {
  const { id, url, status, amount, currency } = session
  return { status: statusOf(session), data: { ...before, id, url, status, amount, currency } }
}

const writeRefund = ({ id, status, amount, authorise_url, expires_at }: Refund) => ({
  id,
  status,
  amount,
  authorise_url,
  expires_at,
})

/** A member that comes from a browser in the end. */
function textOf(data: Data | undefined, name: string): string | undefined {
  const value = data?.[name]
  const longest = name === 'payer_name' ? longestName : longestText
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : undefined
}

function languageOf(data: Data): 'fr' | 'en' | 'auto' {
  return data.language === 'fr' || data.language === 'en' ? data.language : 'auto'
}

function idOf(data: Data | undefined): string {
  const id = textOf(data, 'id')
  if (id !== undefined) return id
  throw new MedusaError(
    Types.INVALID_DATA,
    'This payment has no id of Guichet in its data: create a new payment session.',
    'id_missing',
  )
}

function eurosOf(amount: BigNumberInput): string {
  const euros = writeEuros(amount)
  if (euros !== null) return euros
  throw new MedusaError(
    Types.INVALID_DATA,
    'amount: Guichet needs at least 0.01 EUR. Let Medusa complete a cart that costs nothing without a payment.',
    'amount_not_valid',
  )
}
