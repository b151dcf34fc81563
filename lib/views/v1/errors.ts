import apiErrors from './errors.json' with { type: 'json' }

/** The code programs branch on, and the page `/docs/api/errors/<code>`. Responses, in English, OpenAPI and pages come from it. */

export type ApiErrorCode = keyof typeof apiErrors
export const apiErrorCodes = Object.keys(apiErrors) as [ApiErrorCode, ...ApiErrorCode[]]
export { apiErrors }

export const errorPage = (code: string) => `/docs/api/errors/${code}`
