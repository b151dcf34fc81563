'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { BankLine } from '#components/accounts/bank-line.tsx'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { Form, faultsOf, useForm } from '#components/actions/form.tsx'
import { FreshNote } from '#components/actions/fresh-note.tsx'
import { ActionNote, useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { formatDate } from '#components/format/text.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Badge, Card, Section } from '#components/ui/card.tsx'
import { Select, TextField } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { ShareLevel } from '#lib/domain/people/household.ts'
import type { HouseholdView } from '#lib/views/household.ts'

/** The household: its members, what they share, invitations, and leaving it. */
export function HouseholdBoard({ household, isFresh }: { household: HouseholdView; isFresh: boolean }) {
  const inOne = household.members.length > 0
  return (
    <div className="stack gap-6">
      {household.members.map(member => (
        <MemberCard key={member.id} member={member} accounts={household.accounts} />
      ))}
      <InviteForm full={household.full} isFresh={isFresh} />
      {household.invitations.length > 0 ? <InvitationList invitations={household.invitations} /> : null}
      {inOne ? <LeaveSection /> : null}
    </div>
  )
}

function LeaveSection() {
  const t = useTranslations('household.leave')
  return (
    <Card titleId="leave-title" title={t('title')} text={t('text')} bodyClass="mt-4">
      <ConfirmedAction
        start={t('action')}
        ask={t('sure')}
        yes={t('confirm')}
        no={t('cancel')}
        act={() => sendOnly('POST', '/api/household/leave')}
      />
    </Card>
  )
}

type Invitation = HouseholdView['invitations'][number]

/** Invitations that were not accepted. */
function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useTranslations('household.invitations')
  return (
    <Card flush titleId="invitations-title" title={t('title')}>
      <ul className="divide-y divide-line border-t border-line">
        {invitations.map(invitation => (
          <li key={invitation.id}>
            <Row invitation={invitation} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('household.invitations')
  const locale = useLocale()
  const { id, email, state, mail, expiresAt } = invitation
  const withdrawing = useAction()
  const inviting = useAction()
  const open = state === 'open'
  const error = withdrawing.problem ?? inviting.problem
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{email}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-2 text-sm text-soft">
          {open ? t('open', { date: formatDate(expiresAt, locale, 'long') }) : <Badge>{t(state)}</Badge>}
          {open && (mail === 'due' || mail === 'failed') ? <Badge tone="warning">{t(mail)}</Badge> : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {mail === 'off' ? null : (
          <Button
            size="small"
            variant="secondary"
            aria-label={t('again', { email })}
            loading={inviting.pending}
            onClick={() => inviting.run(() => invitationOf(email))}
          >
            {t('againShort')}
          </Button>
        )}
        {open ? (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('withdraw', { email })}
            loading={withdrawing.pending}
            onClick={() => withdrawing.run(() => sendOnly('DELETE', `/api/household/invites/${id}`))}
          >
            {t('withdrawShort')}
          </Button>
        ) : null}
      </div>
      <ProblemNote error={error} className="w-full" />
    </div>
  )
}

/** Message keys for the faults of an invitation, by the field that a refusal names. */
const faults = { email: 'wrong', 'email.member': 'member', 'household.full': 'full' } as const
const refused = ['email', 'email.member', 'household.full'] as const

function invitationOf(email: string) {
  return sendOnly('POST', '/api/household/invites', { email })
}

function InviteForm({ full, isFresh }: { full: boolean; isFresh: boolean }) {
  const t = useTranslations('household.invite')
  const form = useForm({
    send: async text => {
      await invitationOf(text('email'))
      return text('email')
    },
    faults: faultsOf(refused, name => t(faults[name])),
    clears: true,
  })
  return (
    <Card titleId="invite-title" title={t('title')} text={full ? t('full') : t('text')}>
      {full || isFresh ? null : (
        <div className="mt-4">
          <FreshNote next="/household#invite-title" />
        </div>
      )}
      {full ? null : (
        <ScriptedForm
          autoComplete="off"
          onSubmit={form.submit}
          noValidate
          className="mt-4 flex flex-wrap items-start gap-3"
        >
          <TextField
            {...form.field('email', 'invite-email')}
            label={t('email')}
            type="email"
            inputMode="email"
            maxLength={254}
            className="min-w-0 flex-1 basis-64"
          />
          <Button type="submit" loading={form.pending} className="w-full sm:mt-7.5 sm:w-auto">
            {t('submit')}
          </Button>
        </ScriptedForm>
      )}
      <ActionNote
        action={form}
        done={form.result ? t('sent', { email: form.result }) : null}
        faultOf={form.faultOf}
        className="mt-4"
      />
    </Card>
  )
}

type Member = HouseholdView['members'][number]
type OwnAccount = HouseholdView['accounts'][number]
type Level = ShareLevel | 'none'
type Choice = Readonly<Record<string, Level>>

/** One member of the household: what I share with them, and what they share with me. */
function MemberCard({ member, accounts }: { member: Member; accounts: readonly OwnAccount[] }) {
  const t = useTranslations('household.member')
  const locale = useLocale()
  const { id, name, email, joinedAt } = member
  return (
    <Card flush aria-labelledby={`member-${id}`}>
      <header className="border-b border-line px-5 py-4 sm:px-6">
        <h2 id={`member-${id}`} className="text-xl font-semibold">
          <bdi>{name}</bdi>
        </h2>
        <p className="wrap-anywhere text-sm text-soft">
          {email} · {t('joined', { date: formatDate(joinedAt, locale, 'long') })}
        </p>
      </header>
      {accounts.length === 0 ? (
        <p className="px-5 py-5 text-soft sm:px-6">{t('givenNone')}</p>
      ) : (
        <GivenForm member={member} accounts={accounts} />
      )}
      <Received member={member} />
    </Card>
  )
}

function choiceOf(member: Member, accounts: readonly OwnAccount[]): Choice {
  const given = new Map(member.given.map(({ accountId, level }) => [accountId, level]))
  return Object.fromEntries(accounts.map(({ id }) => [id, given.get(id) ?? 'none']))
}

function GivenForm({ member, accounts }: { member: Member; accounts: readonly OwnAccount[] }) {
  const t = useTranslations('household.member')
  const before = choiceOf(member, accounts)
  const [typed, setTyped] = useState<Choice>({})
  const choice: Choice = { ...before, ...typed }
  const changed = accounts.filter(({ id }) => choice[id] !== before[id])
  const form = useForm({
    send: () => {
      const shares = changed.map(({ id }) => ({ accountId: id, level: choice[id] }))
      return shares.length > 0 ? sendOnly('PUT', `/api/household/people/${member.id}`, { shares }) : Promise.resolve()
    },
  })
  const setAll = (pick: (account: OwnAccount) => Level) =>
    setTyped(Object.fromEntries(accounts.map(account => [account.id, pick(account)])))
  return (
    <Form
      form={form}
      submit={t('save')}
      done={changed.length > 0 ? null : t('saved')}
      more={
        <p role="status" className="self-center text-sm text-soft">
          {changed.length > 0 ? t('unsaved') : ''}
        </p>
      }
      autoComplete="off"
      className="grid gap-2 px-5 py-5 sm:px-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{t('given', { name: member.name })}</h3>
        {accounts.length > 1 ? (
          <div className="-mx-3 flex flex-wrap gap-1">
            <Button size="small" variant="quiet" onClick={() => setAll(({ offers }) => offers.at(-1) ?? 'none')}>
              {t('all')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => setAll(() => 'none')}>
              {t('nothing')}
            </Button>
          </div>
        ) : null}
      </div>
      <ul className="divide-y divide-line">
        {accounts.map(account => (
          <li key={account.id}>
            <LevelRow
              account={account}
              member={member}
              value={choice[account.id] ?? 'none'}
              onChange={level => setTyped(now => ({ ...now, [account.id]: level }))}
            />
          </li>
        ))}
      </ul>
    </Form>
  )
}

type LevelRowProps = { account: OwnAccount; member: Member; value: Level; onChange: (level: Level) => void }

function LevelRow({ account, member, value, onChange }: LevelRowProps) {
  const t = useTranslations('household.member')
  const share = member.given.find(({ accountId }) => accountId === account.id)
  const word = (level: Level) =>
    t(level === 'transactions' && !account.offers.includes('balances') ? 'transactionsOnly' : level)
  const levels = new Set<Level>(['none', ...account.offers, value])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <BankLogo bank={account.bank} size="small" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="line-clamp-2 leading-snug font-medium">
          <bdi>{account.name}</bdi>
        </p>
        <p className="text-sm text-soft">
          <BankLine bank={account.bank} iban={account.maskedIban} />
        </p>
        {share ? <ShareStatus share={share} /> : null}
      </div>
      <Select
        aria-label={t('level', { account: account.name, name: member.name })}
        value={value}
        onChange={event => onChange([...levels].find(level => level === event.target.value) ?? 'none')}
        className="sm:w-64"
        choices={[...levels].map(level => [level, word(level)])}
      />
    </div>
  )
}

function ShareStatus({ share }: { share: Member['given'][number] }) {
  const t = useTranslations('household.member')
  const locale = useLocale()
  const seen = share.seenAt ? t('seen', { when: formatDate(share.seenAt, locale, 'moment') }) : t('neverSeen')
  return (
    <p className="text-sm text-soft">
      {t('since', { date: formatDate(share.since, locale, 'long') })} · {seen}
    </p>
  )
}

function Received({ member }: { member: Member }) {
  const t = useTranslations('household.member')
  return (
    <Section
      titleId={`received-${member.id}`}
      title={t('received', { name: member.name })}
      className="border-t border-line px-5 py-5 sm:px-6"
    >
      {member.received.length === 0 ? <p className="mt-1 text-soft">{t('receivedNone')}</p> : null}
      <ul className="mt-1 divide-y divide-line">
        {member.received.map(share => (
          <li key={share.id}>
            <ReceivedRow share={share} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ReceivedRow({ share }: { share: Member['received'][number] }) {
  const t = useTranslations('household.member')
  const stopping = useAction()
  const stop = () => sendOnly('DELETE', `/api/household/shares/${share.id}`)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <Link href={`/household/accounts/${share.accountId}`} className="min-w-0 flex-1 basis-48 py-1 hover:underline">
        <span className="block font-medium">
          <bdi>{share.accountName}</bdi>
        </span>
        <span className="block text-sm text-soft">
          {share.bankName} · {t(share.level)}
        </span>
      </Link>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('stop', { account: share.accountName })}
        loading={stopping.pending}
        onClick={() => stopping.run(stop)}
      >
        {t('stopShort')}
      </Button>
      <ProblemNote error={stopping.problem} className="w-full" />
    </div>
  )
}
