import { answer, withTyped } from '#app/answer.ts'
import { whyAndWhere } from '#app/forms.ts'
import { changeName } from '#lib/services/people/profile.ts'

/** Changes the name. Field name. */
export const POST = answer(
  'name.change',
  '/settings',
  async ({ who, field, presence }) => {
    await changeName(who, field('name'), presence().ipAddress)
    return { notice: 'name_changed' }
  },
  withTyped(['name'], whyAndWhere),
)
