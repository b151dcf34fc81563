import { dataHeaders, inPath, type Operation, paymentErrors, success } from '#sandbox/reference/operation.ts'
import {
  Cancellation,
  CancellationAnswer,
  Confirmation,
  PaymentAnswer,
  PaymentCreated,
  PaymentRequest,
} from '#sandbox/reference/schemas/payment-initiation.ts'
import { token } from './account-information.ts'

const base = '/stet/psd2/v1.4.2/payment-requests'
const one = `${base}/{id}`
const id = inPath('id', 'the `paymentRequestResourceId`, which is the `resourceId` of the request')
const common = { authorization: 'bearer', scope: 'pisp' } as const
const codes = [400, 401, 403, 404, 405, 406, 408, 429, 500, 503]
const confirmationCodes = [400, 401, 403, 404, 405, 406, 408, 409, 429, 500, 503]

function confirming(name: 'confirmation' | 'o-confirmation', source: string): Operation {
  return {
    ...common,
    id: name,
    method: 'POST',
    path: `${one}/${name}`,
    summary: 'Confirm a request that the PSU has accepted; only then it is executed',
    source,
    parameters: [id, ...dataHeaders(true)],
    body: { type: 'application/json', schema: Confirmation },
    answers: { 200: success('Confirmed', PaymentAnswer), ...paymentErrors(confirmationCodes) },
  }
}

/** Document 2. */
export const paymentInitiation: readonly Operation[] = [
  token,
  {
    ...common,
    id: 'payment-requests',
    method: 'POST',
    path: base,
    summary: 'Initiate a payment or a transfer',
    source: 'document 2, D56',
    parameters: dataHeaders(true),
    body: { type: 'application/json', schema: PaymentRequest },
    answers: { 201: success('Created', PaymentCreated, ['Location']), ...paymentErrors(codes) },
  },
  {
    ...common,
    id: 'payment-request',
    method: 'GET',
    path: one,
    summary: 'Read a request with its statuses',
    source: 'document 2, notes 4 and 7; D36',
    parameters: [id, ...dataHeaders(false)],
    answers: { 200: success('The request', PaymentAnswer), ...paymentErrors(codes) },
  },
  {
    ...common,
    id: 'cancellation',
    method: 'PUT',
    path: one,
    summary: 'Cancel a deferred or recurrent request, or single instructions of it',
    source: 'document 2, note 6; D40',
    parameters: [id, ...dataHeaders(true)],
    body: { type: 'application/json', schema: Cancellation },
    answers: { 200: success('The PSU has to consent', CancellationAnswer), ...paymentErrors(confirmationCodes) },
  },
  confirming('o-confirmation', 'document 2, notes 2, 3 and 5; D33'),
  confirming('confirmation', 'document 2, notes 1, 3 and 5; D33'),
]
