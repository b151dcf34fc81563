import { answer } from '#app/answer.ts'
import { addPushTarget, removePushTarget } from '#lib/services/alerts/push.ts'
import { PushEnd, PushInput } from '#lib/views/alert.ts'

/** Whether a browser shows alerts. */
export const POST = answer('push.change', PushInput, ({ who, body }) => addPushTarget(who, body))
export const DELETE = answer('push.change', PushEnd, ({ who, body }) => removePushTarget(who, body.endpoint))
