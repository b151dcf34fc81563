import { answerForm, whyAndWhere } from '#app/answer-form.ts'
import { changeName } from '#lib/services/people/profile.ts'

/** Changes the name. Field name. */
export const POST = answerForm(
  'name.change',
  '/settings',
  async ({ who, field, presence }) => {
    await changeName(who, field('name'), presence().ipAddress)
    return { notice: 'name_changed' }
  },
  whyAndWhere,
)
