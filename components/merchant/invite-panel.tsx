'use client'

import { useTranslations } from 'next-intl'
import { useForm } from '#components/actions/form.tsx'
import { ActionNote } from '#components/actions/note.tsx'
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ScriptedForm
        onSubmit={form.submit}
        noValidate
        className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[2fr_1fr_auto]"
      >
        <TextField {...form.field('email')} type="email" label={t('email')} autoComplete="off" />
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
                    onClick={() => form.run(() => send({ email: one.email, role: one.role }))}
                    loading={form.pending}
                    aria-label={t('againOf', { email: one.email })}
                  >
                    {t('again')}
                  </Button>
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => form.run(() => revoke(one.id))}
                    loading={form.pending}
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
