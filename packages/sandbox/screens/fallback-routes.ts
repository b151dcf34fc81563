import type { Hono } from 'hono'
import type { Bank } from '#sandbox/banks.ts'
import { checkFallbackJwt } from '#sandbox/oauth/fallback.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { type Call, type Env, languageOf, problem, startUrlOf } from './call.ts'
import {
  type BankingView,
  renderAccount,
  renderAccounts,
  renderLogin,
  renderProfile,
  shownAccounts,
} from './fallback-pages.ts'
import {
  applicationOf,
  beginFallback,
  customerOf,
  fallbackVisitType,
  faultPages,
  keepFallbackAlive,
} from './fallback-visit.ts'
import { addVisitRoutes, frameOf, type Here, onVisit, type VisitRoutes } from './visit-routes.ts'

const fallbackPath = '/fallback'

type Page = ReturnType<typeof renderAccounts>

/** The online banking that a TPP opens with a JWT of the fallback mode (document 1). */
export function addFallbackRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  const showing = (render: (view: BankingView, call: Call) => Page | null) => (here: Here<'fallback'>) =>
    show(sandbox, here, render)
  const routes: VisitRoutes<'fallback'> = {
    path: fallbackPath,
    visitType: fallbackVisitType,
    overPage: 'fallback_ended',
    // A TPP may act for many customers, so the identifier is not stored.
    remembers: false,
    clientIdOf: ({ clientId }) => clientId,
    begin: (call, bank) => begin(sandbox, call, bank),
    show: showing(renderAccounts),
  }
  app.get(`${fallbackPath}/:id/profile`, onVisit(sandbox, routes, showing(renderProfile)))
  app.get(`${fallbackPath}/:id/accounts/:account`, onVisit(sandbox, routes, showing(showAccount)))
  addVisitRoutes(app, sandbox, routes)
}

async function begin(sandbox: Sandbox, call: Call, bank: Bank) {
  const [jwt = '', ...more] = new URL(call.req.url).searchParams.getAll('fallback')
  if (jwt === '' || more.length > 0) return problem(sandbox, call, 'fallback_missing', 400)
  const checked = await checkFallbackJwt(sandbox, bank.code, jwt)
  if (!checked.ok) return problem(sandbox, call, faultPages[checked.fault], 403)
  return beginFallback(sandbox, bank, checked.access, languageOf(call))
}

/** A page for the signed-in customer; before sign-in, the login, whichever page was requested. */
function show(
  sandbox: Sandbox,
  here: Here<'fallback'>,
  render: (view: BankingView, call: Call) => Page | null,
): Response | Promise<Response> {
  const { call, bank, visit, path } = here
  const { name: legal = '', softwareId: software = '' } = applicationOf(sandbox, visit) ?? {}
  const names = { software, legal }
  const person = customerOf(sandbox, visit)
  if (!person) return call.html(renderLogin({ ...frameOf(sandbox, here), rememberedIdentifier: undefined, names }))
  keepFallbackAlive(sandbox, visit)
  const { pathname, search } = new URL(call.req.url)
  const view = { sandbox, bank, visit, path, here: `${pathname}${search}`, startUrl: startUrlOf(call), person, names }
  const shown = render(view, call)
  return shown === null ? problem(sandbox, call, 'not_found', 404) : call.html(shown)
}

// Somebody else's account is not found, like one that does not exist.
function showAccount(view: BankingView, call: Call): Page | null {
  const wished = call.req.param('account')
  const account = shownAccounts(view.sandbox, view.person.id).find(({ id }) => id === wished)
  const number = /^\d{1,6}$/.exec(call.req.query('page') ?? '')?.[0]
  return account ? renderAccount(view, account, number === undefined ? 1 : Number(number)) : null
}
