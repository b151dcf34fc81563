'use client'

import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Confirmed, ConfirmedAction } from '#components/actions/confirmed.tsx'
import { useForm } from '#components/actions/form.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { formatDate } from '#components/format/text.ts'
import { useList } from '#components/format/use-list.ts'
import { DateText } from '#components/format/value.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge, Section } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Select, TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { type MemberRole, may, memberRoles } from '#lib/domain/merchant/membership.ts'
import type { InvitationView, MemberView } from '#lib/views/organisation.ts'

type MemberListProps = { organisation: string; role: MemberRole; members: readonly MemberView[] }

/** The members of an organisation. With the permission, others can be given another role or removed; only owners change owners. */
export function MemberList({ organisation, role, members }: MemberListProps) {
  const t = useTranslations('merchant.team')
  const action = useAction()
  const urlOf = (id: string) => `/api/merchant/members/${id}?organisation=${organisation}`
  const change = (id: string) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = new FormData(event.currentTarget).get('role')
    void action.run(() => sendOnly('PUT', urlOf(id), { role: wanted }))
  }
  const remove = (id: string) => (keys: 'revoke' | 'take_over') =>
    action.run(() => sendOnly('DELETE', urlOf(id), { keys }))
  const mayTouch = (member: MemberView) =>
    may(role, 'members.write') && (role === 'owner' || member.role !== 'owner') && !member.isYou
  return (
    <>
      <ul aria-label={t('caption')} className="divide-y divide-line">
        {members.map(member => (
          <li key={member.userId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4">
            <Person member={member} />
            {mayTouch(member) ? (
              <div className="flex flex-wrap items-center gap-2">
                <ScriptedForm onSubmit={change(member.userId)} className="flex items-center gap-2">
                  <RoleSelect name={t('changeOf', { name: member.name })} value={member.role} actor={role} />
                  <Button type="submit" variant="secondary" size="small" loading={action.pending}>
                    <span className="whitespace-nowrap">{t('change')}</span>
                  </Button>
                </ScriptedForm>
                <Removal
                  member={member}
                  isByOwner={role === 'owner'}
                  onAsk={action.reset}
                  onYes={remove(member.userId)}
                  pending={action.pending}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <ActionNote action={action} done={t('done')} faultOf={useTeamFault()} />
    </>
  )
}

type RemovalProps = {
  member: MemberView
  isByOwner: boolean
  onAsk: () => void
  onYes: (keys: 'revoke' | 'take_over') => Promise<boolean>
  pending: boolean
}

/** Removes a member after a question, in which an owner chooses what becomes of the member's API keys. */
function Removal({ member: { name, keys }, isByOwner, onAsk, onYes, pending }: RemovalProps) {
  const t = useTranslations('merchant.team')
  const list = useList()
  const [takesOver, setTakesOver] = useState(false)
  const named = { name, count: keys.length, keys: list(keys.map(key => t('keyName', { name: key }))) }
  return (
    <Confirmed
      start={t('remove')}
      label={t('removeOf', { name })}
      ask={keys.length === 0 ? t('removeAsk', { name }) : `${t('removeAsk', { name })} ${t('removeKeys', named)}`}
      yes={t('removeYes')}
      no={t('removeNo')}
      size="small"
      onAsk={onAsk}
      onYes={() => onYes(takesOver ? 'take_over' : 'revoke')}
      pending={pending}
    >
      {isByOwner && keys.length > 0 ? (
        <Checkbox
          label={t('takeOver', named)}
          hint={t('takeOverHint', named)}
          checked={takesOver}
          onChange={event => setTakesOver(event.target.checked)}
        />
      ) : null}
    </Confirmed>
  )
}

/** Texts for a refused change of members. */
export function useTeamFault(): (field: string) => string | null {
  const t = useTranslations('merchant.team')
  return field => {
    if (field === 'last_owner') return t('lastOwner')
    if (field === 'new_owner') return t('newOwner')
    return field === 'members.write' || field === 'ownership.write' ? t('notAllowed') : null
  }
}

function Person({ member }: { member: MemberView }) {
  const t = useTranslations('merchant')
  const locale = useLocale()
  const list = useList()
  const { name, isYou, mailFailingSince } = member
  return (
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">
        {member.name} {member.isYou ? <span className="text-soft">({t('team.you')})</span> : null}
      </p>
      <p className="text-sm text-soft wrap-anywhere">{member.email}</p>
      <Badge className="mt-1">{t(`roles.${member.role}`)}</Badge>
      {member.keys.length === 0 ? null : (
        <p className="mt-1.5 text-sm text-soft wrap-anywhere">
          {t('team.keys', {
            count: member.keys.length,
            keys: list(member.keys.map(key => t('team.keyName', { name: key }))),
          })}
        </p>
      )}
      {mailFailingSince ? (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm">
          <Icon name="warning" className="mt-0.5 size-4 text-accent-ink" />
          {t(isYou ? 'team.mailFailingYou' : 'team.mailFailing', {
            name,
            date: formatDate(mailFailingSince, locale, 'long'),
          })}
        </p>
      ) : null}
    </div>
  )
}

/** The roles that `actor` may give. */
export function RoleSelect({ name, value, actor }: { name: string; value: MemberRole; actor: MemberRole }) {
  const t = useTranslations('merchant.roles')
  const choices = memberRoles.filter(one => one !== 'owner' || actor === 'owner')
  return <Select name="role" aria-label={name} defaultValue={value} choices={choices.map(one => [one, t(one)])} />
}

type LeavePanelProps = { organisation: string; name: string; keys: readonly string[] }

/** Leaves an organisation after a question, which names the API keys that end; tells the last owner why they can't. */
export function LeavePanel({ organisation, name, keys }: LeavePanelProps) {
  const t = useTranslations('merchant.team')
  const router = useRouter()
  const list = useList()
  const ending =
    keys.length === 0
      ? ''
      : ` ${t('leaveKeys', { count: keys.length, keys: list(keys.map(key => t('keyName', { name: key }))) })}`
  return (
    <ConfirmedAction
      start={t('leave', { name })}
      ask={`${t('leaveAsk', { name })}${ending}`}
      yes={t('leaveYes')}
      no={t('removeNo')}
      act={() => sendOnly('DELETE', `/api/merchant/members?organisation=${organisation}`)}
      faults={useTeamFault()}
      onDone={() => router.push('/home')}
    />
  )
}

type InvitePanelProps = { organisation: string; role: MemberRole; invitations: readonly InvitationView[] }

/** Invites by mail; the link is only sent to that address. */
export function InvitePanel({ organisation, role, invitations }: InvitePanelProps) {
  const t = useTranslations('merchant.invite')
  const words = useTranslations('merchant')
  const teamFault = useTeamFault()
  const mailWords = useTranslations('merchant.mail')
  const send = async (invitation: { email: string; role: string }) => {
    await sendOnly('POST', `/api/merchant/members?organisation=${organisation}`, invitation)
    return invitation.email
  }
  const form = useForm<string | null>({
    send: text => send({ email: text('email'), role: text('role') }),
    faults: field => {
      if (field === 'email.name') return mailWords('name')
      return field === 'email' ? t('faultEmail') : field === 'email.member' ? t('faultMember') : teamFault(field)
    },
    clears: true,
  })
  const revoke = async (id: string) => {
    await sendOnly('DELETE', `/api/merchant/invitations/${id}?organisation=${organisation}`)
    return null
  }
  return (
    <div className="stack gap-5">
      <ScriptedForm
        onSubmit={form.submit}
        noValidate
        className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[2fr_1fr_auto]"
      >
        <TextField {...form.field('email')} type="email" label={t('email')} />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-[0.9375rem] font-medium">
            {t('role')}
          </span>
          <RoleSelect name={t('role')} value="viewer" actor={role} />
        </div>
        <Button type="submit" loading={form.pending}>
          {t('send')}
        </Button>
      </ScriptedForm>
      <ul className="grid gap-1 text-sm text-soft">
        {memberRoles.map(one => (
          <li key={one}>
            <span className="font-medium text-ink">{words(`roles.${one}`)}</span> · {words(`roleTexts.${one}`)}
          </li>
        ))}
      </ul>
      <ActionNote action={form} faultOf={form.faultOf} />
      <div aria-live="polite" className="empty:hidden">
        {form.result === null ? null : <Alert tone="success">{t('mailed', { email: form.result })}</Alert>}
      </div>
      <Invitations
        invitations={invitations}
        pending={form.pending}
        onAgain={({ email, role: wanted }) => form.run(() => send({ email, role: wanted }))}
        onRevoke={({ id }) => form.run(() => revoke(id))}
      />
    </div>
  )
}

type InvitationsProps = Pick<InvitePanelProps, 'invitations'> & {
  pending: boolean
  onAgain: (invitation: InvitationView) => unknown
  onRevoke: (invitation: InvitationView) => unknown
}

function Invitations({ invitations, pending, onAgain, onRevoke }: InvitationsProps) {
  const t = useTranslations('merchant.invite')
  if (invitations.length === 0) return null
  return (
    <Section titleId="open-invitations" title={t('open')}>
      <ul className="divide-y divide-line">
        {invitations.map(one => (
          <Invitation key={one.id} invitation={one} pending={pending} onAgain={onAgain} onRevoke={onRevoke} />
        ))}
      </ul>
    </Section>
  )
}

type InvitationProps = Omit<InvitationsProps, 'invitations'> & { invitation: InvitationView }

function Invitation({ invitation: one, pending, onAgain, onRevoke }: InvitationProps) {
  const t = useTranslations('merchant.invite')
  const roles = useTranslations('merchant.roles')
  const buttons = [
    ['again', 'secondary', onAgain],
    ['revoke', 'quiet', onRevoke],
  ] as const
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0 text-[0.9375rem] wrap-anywhere">
        {one.email}{' '}
        <span className="text-soft">
          · {roles(one.role)} · {one.state === 'expired' ? t('expired') : <Until invitation={one} />}
        </span>
        {one.mail === 'failed' && one.state === 'open' ? (
          <span className="mt-1 flex items-start gap-1.5 text-sm">
            <Icon name="warning" className="mt-0.5 size-4 text-accent-ink" />
            {t('mails.failed')}
          </span>
        ) : null}
      </span>
      <span className="flex flex-wrap gap-2">
        {buttons.map(([act, variant, run]) => (
          <Button
            key={act}
            variant={variant}
            size="small"
            onClick={() => run(one)}
            loading={pending}
            aria-label={t(`${act}Of`, { email: one.email })}
          >
            {t(act)}
          </Button>
        ))}
      </span>
    </li>
  )
}

function Until({ invitation: { expiresAt, mail } }: { invitation: InvitationView }) {
  const t = useTranslations('merchant.invite')
  return (
    <>
      {t('until')} <DateText value={expiresAt} style="moment" />
      {mail === 'due' ? ` · ${t('mails.due')}` : null}
    </>
  )
}
