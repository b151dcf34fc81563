import { getTranslations } from 'next-intl/server'
import { userPage } from '#app/page-frame.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate } from '#components/format/text.ts'
import { InvitationAnswer } from '#components/household/invitation-answer.tsx'
import { Card } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readHouseholdInvitation } from '#lib/services/household/invitations.ts'
import type { InvitationView } from '#lib/views/household.ts'

export const generateMetadata = titleOf('household.invitation.metaTitle')

/** Target of the mailed link (`token`), and of home (`id`): who invites, what it means, accept or decline. */
export default userPage(['failures', 'household'], async ({ session, query: { token, id } }) => {
  const t = await getTranslations('household.invitation')
  const invitation = String(token ?? id ?? '')
  const found = await findInvitation(session, invitation)
  if (found === null) return <Sheet title={t('unknownTitle')} text={t('unknownText')} />
  const { inviterName: name, inviterEmail: email, state, forMe, taken, expiresAt } = found
  if (state !== 'open') return <Sheet title={t('overTitle')} text={t(`overText.${state}`)} />
  if (!forMe) return <Sheet title={t('notForMeTitle')} text={t('notForMeText', { name, email: session.email })} />
  if (taken) return <Sheet title={t('takenTitle')} text={t('takenText')} toHousehold />
  const date = formatDate(expiresAt, session.locale, 'long')
  return <Sheet title={t('title', { name })} text={t('from', { email, date })} open={{ invitation, name }} />
})

async function findInvitation(
  person: { readonly userId: string; readonly email: string },
  invitation: string,
): Promise<InvitationView | null> {
  try {
    return await readHouseholdInvitation(person, invitation)
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') return null
    throw error
  }
}

type SheetProps = { title: string; text: string; toHousehold?: boolean; open?: { invitation: string; name: string } }

async function Sheet({ title, text, toHousehold = false, open }: SheetProps) {
  const t = await getTranslations('household.invitation')
  const head = (
    <>
      <h1 className="wrap-anywhere text-2xl font-semibold">{title}</h1>
      <p className="mt-2 wrap-anywhere text-soft">{text}</p>
    </>
  )
  return (
    <Card as="div" className="mx-auto max-w-xl sm:p-8">
      {open ? <InvitationAnswer {...open}>{head}</InvitationAnswer> : head}
      {open ? null : (
        <ButtonLink href={toHousehold ? '/household' : '/home'} variant="secondary" className="mt-6">
          {t(toHousehold ? 'open' : 'home')}
        </ButtonLink>
      )}
    </Card>
  )
}
