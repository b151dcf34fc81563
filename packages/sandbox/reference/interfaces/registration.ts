import {
  inPath,
  type Operation,
  registrationErrors,
  registrationHeaders,
  success,
} from '#sandbox/reference/operation.ts'
import { Registration, RegistrationChange, RegistrationRecord } from '#sandbox/reference/schemas/registration.ts'
import { token } from './account-information.ts'

const base = '/stet/setting/v1/register'
const one = `${base}/{clientId}`
const clientId = inPath('clientId', 'the `client_id` that the registration gave')
const common = { authorization: 'bearer', scope: 'manageRegistration' } as const
const codes = [400, 401, 403, 404, 405, 406, 408, 429, 500, 501, 503]

/** Document 3. */
export const registration: readonly Operation[] = [
  token,
  {
    ...common,
    id: 'register',
    method: 'POST',
    path: base,
    summary: 'Register an application or an agent',
    source: 'document 3, D48',
    parameters: registrationHeaders(true),
    body: { type: 'application/json', schema: Registration },
    answers: { 201: success('Registered', RegistrationRecord), ...registrationErrors(codes) },
  },
  {
    ...common,
    id: 'registration-change',
    method: 'PUT',
    path: one,
    summary: 'Replace the registration',
    source: 'document 3, D48, D49',
    parameters: [clientId, ...registrationHeaders(true)],
    body: { type: 'application/json', schema: RegistrationChange },
    answers: { 200: success('Replaced', RegistrationRecord), ...registrationErrors(codes) },
  },
  {
    ...common,
    id: 'registration-read',
    method: 'GET',
    path: one,
    summary: 'Read the registration',
    source: 'document 3, D48',
    parameters: [clientId, ...registrationHeaders(false)],
    answers: { 200: success('What is registered', RegistrationRecord), ...registrationErrors(codes) },
  },
  {
    ...common,
    id: 'registration-delete',
    method: 'DELETE',
    path: one,
    summary: 'Delete the registration',
    source: 'document 3',
    parameters: [clientId, ...registrationHeaders(false)],
    answers: { 204: success('Deleted', null), ...registrationErrors(codes) },
  },
]
