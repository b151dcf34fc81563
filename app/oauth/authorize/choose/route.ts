import { choiceIn } from '#app/(user)/settings/apps/read-choice.ts'
import { answer } from '#app/answer.ts'
import { readerOf } from '#app/reader-of.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { proposeForClient, readAuthorizing } from '#lib/services/apps/oauth.ts'

/** What the person chose for an app that asks. Fields request (the query of the page), days, history, and kinds of data as boxes. */
export const POST = answer(
  'app.propose',
  '/oauth/authorize',
  async posted => {
    const { who, field } = posted
    const authorizing = await readAuthorizing(Object.fromEntries(new URLSearchParams(field('request'))))
    if (authorizing.is !== 'asked') throw new Refused('not_found')
    const id = await proposeForClient(who, authorizing, choiceIn(posted), readerOf(posted.request))
    return `/settings/apps/${id}/review`
  },
  ({ code, field: wrong }, { field }) => {
    const query = new URLSearchParams(field('request'))
    query.set('fault', code)
    if (wrong) query.set('field', wrong)
    return `/oauth/authorize?${query}`
  },
)
