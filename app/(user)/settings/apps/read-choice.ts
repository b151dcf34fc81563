import type { Handle } from '#app/answer.ts'
import { withTyped } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import type { Fields } from '#app/read-request.ts'
import { chosenKinds } from '#lib/domain/apps/allowance.ts'
import { proposeApp } from '#lib/services/apps/allow.ts'
import type { CurrentSession } from '#lib/session.ts'

/** What may be read: fields days, history, and a kind of data per box with its account as value. */
export const choiceIn = ({ field, fields }: Pick<Fields, 'field' | 'fields'>) => ({
  days: field('days'),
  history: field('history'),
  accounts: { balances: fields('balances'), transactions: fields('transactions'), owners: fields('owners') },
})

/** Keeps the choice of a form and leads to its review. Fields kind, name, and those of the choice. */
export const propose =
  (appIdOf: (posted: Parameters<Handle<CurrentSession>>[0]) => string | null): Handle<CurrentSession> =>
  async posted => {
    const { who, field } = posted
    const kind = chosenKinds.find(one => one === field('kind')) ?? ''
    const input = { kind, name: field('name'), ...choiceIn(posted) }
    return `/settings/apps/${await proposeApp(who, appIdOf(posted), input)}/review`
  }

export const explain = withTyped<CurrentSession>(['kind', 'name', 'days', 'history'], whyAndWhere)
