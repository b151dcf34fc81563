/**
 * The part of `@medusajs/framework` that the provider uses, for our compiler and our unit tests: Medusa is too large to be a dependency
 * of this repository. The package imports the real one, and `npm run soak -- medusa` compiles and runs it with that.
 */

type BigNumberJS = { toFixed(decimalPlaces?: number): string; readonly e: number | null }
type BigNumberRawValue = { value: string | number; [key: string]: unknown }
type IBigNumber = { numeric: number; raw?: BigNumberRawValue; toJSON(): number; valueOf(): number }
export type BigNumberInput = BigNumberRawValue | number | string | BigNumberJS | IBigNumber
type BigNumberValue = BigNumberJS | number | string | IBigNumber

export type PaymentSessionStatus =
  | 'authorized'
  | 'captured'
  | 'pending'
  | 'requires_more'
  | 'error'
  | 'canceled'
  | 'pending_authorization'

export type PaymentActions =
  | 'authorized'
  | 'captured'
  | 'failed'
  | 'pending'
  | 'requires_more'
  | 'canceled'
  | 'not_supported'
  | 'pending_authorization'

type Data = Record<string, unknown>
type Customer = { first_name?: string | null; last_name?: string | null; company_name?: string | null }
type PaymentProviderInput = { data?: Data; context?: { idempotency_key?: string; customer?: Customer } }
type PaymentProviderOutput = { data?: Data }
type WithStatus = PaymentProviderOutput & { status: PaymentSessionStatus }

export type InitiatePaymentInput = PaymentProviderInput & { amount: BigNumberInput; currency_code: string }
export type InitiatePaymentOutput = PaymentProviderOutput & { id: string; status?: PaymentSessionStatus }
export type UpdatePaymentInput = InitiatePaymentInput
export type UpdatePaymentOutput = PaymentProviderOutput & { status?: PaymentSessionStatus }
export type AuthorizePaymentInput = PaymentProviderInput
export type AuthorizePaymentOutput = WithStatus
export type GetPaymentStatusInput = PaymentProviderInput
export type GetPaymentStatusOutput = WithStatus
export type CapturePaymentInput = PaymentProviderInput
export type CapturePaymentOutput = PaymentProviderOutput
export type RefundPaymentInput = PaymentProviderInput & { amount: BigNumberInput }
export type RefundPaymentOutput = PaymentProviderOutput
export type RetrievePaymentInput = PaymentProviderInput
export type RetrievePaymentOutput = PaymentProviderOutput
export type CancelPaymentInput = PaymentProviderInput
export type CancelPaymentOutput = PaymentProviderOutput
export type DeletePaymentInput = PaymentProviderInput
export type DeletePaymentOutput = PaymentProviderOutput

export type ProviderWebhookPayload = {
  payload: { data: Data; rawData: string | Buffer; headers: Data }
}
export type WebhookActionResult = {
  action: PaymentActions
  data?: { session_id: string; amount: BigNumberValue }
}

export abstract class AbstractPaymentProvider<Config> {
  static identifier: string
  protected readonly config: Config
  protected readonly container: Data

  static validateOptions(_options: Data): void {}

  protected constructor(cradle: Data, config: Config) {
    this.container = cradle
    this.config = config
  }

  getIdentifier(): string {
    return (this.constructor as typeof AbstractPaymentProvider).identifier
  }

  abstract initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput>
  abstract updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput>
  abstract deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput>
  abstract authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput>
  abstract capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput>
  abstract refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput>
  abstract retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput>
  abstract cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput>
  abstract getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput>
  abstract getWebhookActionAndData(payload: ProviderWebhookPayload['payload']): Promise<WebhookActionResult>
}

export class MedusaError extends Error {
  static Types = {
    INVALID_DATA: 'invalid_data',
    NOT_FOUND: 'not_found',
    NOT_ALLOWED: 'not_allowed',
    UNAUTHORIZED: 'unauthorized',
    UNEXPECTED_STATE: 'unexpected_state',
  }
  type: string
  code: string | undefined

  constructor(type: string, message: string, code?: string) {
    super(message)
    this.type = type
    this.code = code
  }
}

export const Modules = { PAYMENT: 'payment' } as const

export const ModuleProvider = <Service>(module: string, { services }: { services: Service[] }) => ({ module, services })
