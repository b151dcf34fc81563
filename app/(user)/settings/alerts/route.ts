import { answer, withTyped } from '#app/answer.ts'
import { whyOrWhere } from '#app/forms.ts'
import { alertKinds, isLimited } from '#lib/domain/people/alert.ts'
import { changeAlerts } from '#lib/services/alerts/choose.ts'

/** What one is told, and how. Fields: a kind's own name, `on`; its limit, `limit.<kind>`; `mail` and `amounts`, `on`. */
export const POST = answer(
  'alerts.change',
  '/settings',
  async ({ who, field }) => {
    const kinds = alertKinds.filter(kind => field(kind) === 'on').map(kind => ({ kind, typed: field(`limit.${kind}`) }))
    await changeAlerts(who, { kinds, mail: field('mail') === 'on', amounts: field('amounts') === 'on' })
    return '/settings?notice=alerts_changed#alerts'
  },
  withTyped(
    alertKinds.filter(isLimited).map(kind => `limit.${kind}`),
    whyOrWhere,
  ),
)
