import { getTranslations } from 'next-intl/server'
import { readInviter } from '#lib/services/merchant/invitations.ts'

/** What stands above a form of signing in or up: who invites, if it leads to an invitation. */
export async function leadOf(form: 'signIn' | 'signUp', next: string | null): Promise<string> {
  const t = await getTranslations('auth')
  const token = /^\/invitation\/([\w-]{1,100})$/.exec(next ?? '')?.[1]
  const name = token === undefined ? null : await readInviter(token)
  return name === null ? t(`${form}.lead`) : t('invited', { name })
}
