import type { Handle } from '#app/answer.ts'
import { withTyped } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { chosenKinds } from '#lib/domain/apps/allowance.ts'
import { proposeApp } from '#lib/services/apps/allow.ts'
import type { CurrentSession } from '#lib/session.ts'

/** Keeps the choice of a form and leads to its review. Fields kind, name, days, history, and a kind of data per box with its account as value. */
export const propose =
  (appIdOf: (posted: Parameters<Handle<CurrentSession>>[0]) => string | null): Handle<CurrentSession> =>
  async posted => {
    const { who, field, fields } = posted
    const [balances, transactions, owners] = [fields('balances'), fields('transactions'), fields('owners')]
    const accounts = { balances, transactions, owners }
    const input = {
      kind: chosenKinds.find(kind => kind === field('kind')) ?? '',
      name: field('name'),
      days: field('days'),
      history: field('history'),
      accounts,
    }
    return `/settings/apps/${await proposeApp(who, appIdOf(posted), input)}/review`
  }

export const explain = withTyped<CurrentSession>(['kind', 'name', 'days', 'history'], whyAndWhere)
