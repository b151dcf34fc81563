import type { Hono } from 'hono'
import { checkAuthorizeRequest } from '#sandbox/oauth/authorize-request.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { authorization, beginAuthorization } from './authorize.ts'
import { allowForms, type Env, languageOf, problem } from './call.ts'
import { surfaceOf } from './phone-routes.ts'
import { buildRedirect } from './redirect.ts'
import { renderStep } from './render.ts'
import { addVisitRoutes, frameOf, type VisitRoutes } from './visit-routes.ts'

/** The screens of an authorization, which an authorize request opens in the bank's app or in a browser. */
export function addAuthorizeRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  const routes: VisitRoutes<'authorization'> = {
    path: '/stet/psd2/oauth/authorize',
    visitType: authorization,
    remembers: true,
    clientIdOf: ({ clientId }) => clientId,
    begin(call, bank) {
      const checked = checkAuthorizeRequest(sandbox, new URL(call.req.url).searchParams)
      if (!checked.ok && checked.show === 'page') return problem(sandbox, call, checked.reason, 400)
      if (!checked.ok) {
        const { error, description, state, redirectUri } = checked
        return call.redirect(buildRedirect(redirectUri, { error, error_description: description, state }), 303)
      }
      const shown = surfaceOf(sandbox, call, checked)
      const app = shown.surface === 'app' ? shown.version : null
      return beginAuthorization(sandbox, bank, checked, { language: languageOf(call), app })
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
