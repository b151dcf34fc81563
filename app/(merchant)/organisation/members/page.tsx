import { getTranslations } from 'next-intl/server'
import { memberPage } from '#app/(merchant)/member-page.ts'
import { titleOf } from '#app/title-of.ts'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { InvitePanel, LeavePanel, MemberList } from '#components/merchant/member-list.tsx'
import { Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { readTeam } from '#lib/services/merchant/members.ts'
import { isFreshlyAuthenticated } from '#lib/services/people/reauthenticate.ts'

export const generateMetadata = titleOf('merchant.team.title')

export default memberPage('member.read', ['failures', 'merchant'], async ({ session, organisation, actor }) => {
  const { id, role, name } = organisation
  const [t, words, team] = await Promise.all([
    getTranslations('merchant.team'),
    getTranslations('merchant'),
    readTeam(actor),
  ])
  return (
    <div className="max-w-3xl">
      <PageHeader steps={[{ href: '/organisation', label: words('org.title') }]} title={t('title')} lead={t('text')} />
      <div className="stack gap-6">
        {isFreshlyAuthenticated(session) ? null : <FreshNote next="/organisation/members" />}
        <Card>
          <MemberList organisation={id} role={role} members={team.members} />
        </Card>
        {may(role, 'members.write') ? (
          <Card title={words('invite.title')} text={words('invite.text')} bodyClass="mt-5">
            <InvitePanel organisation={id} role={role} invitations={team.invitations} />
          </Card>
        ) : null}
        <Card title={t('leaveTitle')} text={t('leaveText')} bodyClass="mt-4">
          <LeavePanel organisation={id} name={name} keys={team.members.find(({ isYou }) => isYou)?.keys ?? []} />
        </Card>
      </div>
    </div>
  )
})
