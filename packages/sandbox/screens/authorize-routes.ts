import type { Hono } from 'hono'
import { type AuthorizeRequest, checkAuthorizeRequest, listCheckedSteps } from '#sandbox/oauth/authorize-request.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { recordCall } from '#sandbox/wire/request-log.ts'
import { authorization, beginAuthorization } from './authorize.ts'
import { allowForms, type Call, type Env, languageOf, problem } from './call.ts'
import { surfaceOf } from './phone-routes.ts'
import { buildRedirect } from './redirect.ts'
import { renderStep } from './render.ts'
import { addVisitRoutes, frameOf, type VisitRoutes } from './visit-routes.ts'

const path = '/stet/psd2/oauth/authorize'

/** The screens of an authorization, which an authorize request opens in the bank's app or in a browser. */
export function addAuthorizeRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  const routes: VisitRoutes<'authorization'> = {
    path,
    visitType: authorization,
    remembers: true,
    clientIdOf: ({ clientId }) => clientId,
    aboutOf: () => '',
    begin(call, bank) {
      const began = performance.now()
      const checked = checkAuthorizeRequest(sandbox, new URL(call.req.url).searchParams)
      const record = (location: string | null) =>
        recordRequest(sandbox, call, { bankCode: bank.code, checked, location, ms: performance.now() - began })
      if (!checked.ok && checked.show === 'page') {
        record(null)
        return problem(sandbox, call, checked.reason, 400)
      }
      if (!checked.ok) {
        const { error, description, state, redirectUri } = checked
        const back = buildRedirect(redirectUri, { error, error_description: description, state })
        record(back)
        return call.redirect(back, 303)
      }
      const shown = surfaceOf(sandbox, call, checked)
      const app = shown.surface === 'app' ? shown.version : null
      const begun = beginAuthorization(sandbox, bank, checked, { language: languageOf(call), app })
      record(`${path}/${begun.visit.id}`)
      return begun
    },
    show(here) {
      const { clientId, redirectUri } = here.visit
      allowForms(here.call, redirectUri)
      const organisationId = findApplication(sandbox.db, clientId)?.organisationId ?? ''
      return here.call.html(renderStep({ ...frameOf(sandbox, here), organisationId }))
    },
  }
  addVisitRoutes(app, sandbox, routes)
}

/** Of a browser's headers, those that say what it asked for. Its cookies are nobody's business. */
const shownHeaders = ['host', 'user-agent', 'accept', 'accept-language', 'referer'] as const

type Answered = {
  readonly bankCode: string
  readonly checked: AuthorizeRequest
  /** Where the browser is sent on; null: it stays on a page that says why not. */
  readonly location: string | null
  readonly ms: number
}

/** Adds the browser's request to the request log: it is the first call of a link flow, though no application makes it. */
function recordRequest({ db, clock }: Sandbox, { req }: Call, { bankCode, checked, location, ms }: Answered): void {
  const { pathname, search } = new URL(req.url)
  recordCall(db, {
    at: clock.now(),
    realAt: clock.realNow(),
    ms: Math.round(ms * 10) / 10,
    bankCode,
    method: 'GET',
    target: `${pathname}${search}`.slice(0, 4_000),
    endpoint: path,
    requestHeaders: shownHeaders.flatMap(name => {
      const value = req.header(name)
      return value === undefined ? [] : [[name, value] as const]
    }),
    requestBody: Buffer.alloc(0),
    organisationId: checked.ok ? checked.application.organisationId : null,
    clientId: req.query('client_id')?.slice(0, 100) ?? null,
    personId: null,
    attended: null,
    steps: listCheckedSteps(checked),
    status: location === null ? 400 : 303,
    code: checked.ok ? null : checked.show === 'page' ? checked.reason : checked.error,
    responseHeaders: location === null ? {} : { Location: location },
    responseBody: null,
    faults: [],
  })
}
