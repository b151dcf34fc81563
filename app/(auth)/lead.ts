import { getTranslations } from 'next-intl/server'
import { aimOf, invitationIn } from '#lib/domain/people/aim.ts'
import { readInviter } from '#lib/services/merchant/invitations.ts'

type Lead = {
  readonly text: string
  /** Of an invitation that can be accepted: only that address can. */
  readonly email: string | null
  /** The invited person has no account to sign in to. */
  readonly isNew: boolean
}

/** What stands above a form of signing in or up: who invites, or what the account is for. */
export async function leadOf(form: 'signIn' | 'signUp', next: string | null): Promise<Lead> {
  const t = await getTranslations('auth')
  const token = invitationIn(next)
  const invited = token === null ? null : await readInviter(token)
  if (invited !== null) {
    const { inviter, name, email, hasAccount } = invited
    return { text: t('invited', { inviter, name }), email, isNew: !hasAccount }
  }
  const text = form === 'signUp' && aimOf(next) === 'merchant' ? t('signUp.merchantLead') : t(`${form}.lead`)
  return { text, email: null, isNew: false }
}
