'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import { type MemberRole, memberRoles } from '#lib/domain/merchant/membership.ts'
import type { InvitationView } from '#lib/views/organisation.ts'
import { RoleSelect, useTeamFault } from './member-list.tsx'

type InvitePanelProps = { organisation: string; role: MemberRole; invitations: readonly InvitationView[] }

/** Invites by mail; the link is only sent to that address. */
export function InvitePanel({ organisation, role, invitations }: InvitePanelProps) {
  const t = useTranslations('merchant.invite')
  const words = useTranslations('merchant')
  const action = useAction()
  const [invited, setInvited] = useState<string | null>(null)
  const teamFault = useTeamFault()
  const send = (invitation: { email: string; role: string }) => {
    setInvited(null)
    return action.run(async () => {
      await sendOnly('POST', `/api/merchant/members?organisation=${organisation}`, invitation)
      setInvited(invitation.email)
    })
  }
  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const said = (name: string) => String(typed.get(name) ?? '')
    if (await send({ email: said('email'), role: said('role') })) form.reset()
  }
  const revoke = (id: string) => () =>
    action.run(() => sendOnly('DELETE', `/api/merchant/invitations/${id}?organisation=${organisation}`))
  const mailWords = useTranslations('merchant.mail')
  const faultOf = (field: string) => {
    if (field === 'email.name') return mailWords('name')
    return field === 'email' ? t('faultEmail') : field === 'email.member' ? t('faultMember') : teamFault(field)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ScriptedForm
        onSubmit={invite}
        noValidate
        className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[2fr_1fr_auto]"
      >
        <TextField
          id="email"
          name="email"
          type="email"
          label={t('email')}
          error={action.field?.startsWith('email') ? faultOf(action.field) : undefined}
          autoComplete="off"
        />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-[0.9375rem] font-medium">
            {t('role')}
          </span>
          <RoleSelect name={t('role')} value="viewer" actor={role} />
        </div>
        <Button type="submit" loading={action.pending}>
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
      <ActionNote action={action} faultOf={faultOf} />
      <div aria-live="polite" className="empty:hidden">
        {invited === null ? null : <Alert tone="success">{t('mailed', { email: invited })}</Alert>}
      </div>
      {invitations.length > 0 ? (
        <section aria-labelledby="open-invitations">
          <h3 id="open-invitations" className="font-semibold">
            {t('open')}
          </h3>
          <ul className="divide-y divide-line">
            {invitations.map(one => (
              <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span className="min-w-0 text-[0.9375rem] wrap-anywhere">
                  {one.email}{' '}
                  <span className="text-soft">
                    · {words(`roles.${one.role}`)} ·{' '}
                    {one.state === 'expired' ? (
                      t('expired')
                    ) : (
                      <>
                        {t('until')} <DateText value={one.expiresAt} style="moment" />
                        {one.mail === 'due' ? ` · ${t('mails.due')}` : null}
                      </>
                    )}
                  </span>
                  {one.mail === 'failed' && one.state === 'open' ? (
                    <span className="mt-1 flex items-start gap-1.5 text-sm">
                      <Icon name="warning" className="mt-0.5 size-4 text-accent-ink" />
                      {t('mails.failed')}
                    </span>
                  ) : null}
                </span>
                <span className="flex flex-wrap gap-2">
                  <Button
                    variant="secondary"
                    size="small"
                    onClick={() => send({ email: one.email, role: one.role })}
                    loading={action.pending}
                    aria-label={t('againOf', { email: one.email })}
                  >
                    {t('again')}
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={revoke(one.id)}
                    loading={action.pending}
                    aria-label={t('revokeOf', { email: one.email })}
                  >
                    {t('revoke')}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
