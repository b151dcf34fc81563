import { seeOther } from '#app/forms.ts'

/** Where an app sends people for a setup token. */
export const GET = () => seeOther('/settings/apps/new')
