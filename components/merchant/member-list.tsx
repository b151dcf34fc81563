'use client'

import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Confirmed } from '#components/actions/confirmed.tsx'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { formatDate } from '#components/format/date-text.ts'
import { useList } from '#components/format/use-list.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { Select } from '#components/ui/select.tsx'
import { type MemberRole, may, memberRoles } from '#lib/domain/merchant/membership.ts'
import type { MemberView } from '#lib/views/organisation.ts'

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
                  <Button
                    type="submit"
                    variant="secondary"
                    size="small"
                    loading={action.pending}
                    className="whitespace-nowrap"
                  >
                    {t('change')}
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
  onYes: (keys: 'revoke' | 'take_over') => void
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
  return (
    <Select name="role" aria-label={name} defaultValue={value}>
      {choices.map(one => (
        <option key={one} value={one}>
          {t(one)}
        </option>
      ))}
    </Select>
  )
}
