'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { BankLine } from '#components/accounts/bank-line.tsx'
import { useAction } from '#components/actions/use-action.tsx'
import { ProblemNote } from '#components/failures/note.tsx'
import { formatDate } from '#components/format/text.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Select } from '#components/ui/field.tsx'
import { Link } from '#components/ui/link.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { ShareLevel } from '#lib/domain/people/household.ts'
import type { HouseholdView } from '#lib/views/household.ts'

type Member = HouseholdView['members'][number]
type OwnAccount = HouseholdView['accounts'][number]
type Level = ShareLevel | 'none'
type Choice = Readonly<Record<string, Level>>

/** One member of the household: what I share with them, and what they share with me. */
export function MemberCard({ member, accounts }: { member: Member; accounts: readonly OwnAccount[] }) {
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
      <GivenForm member={member} accounts={accounts} />
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
  const saving = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const shares = changed.map(({ id }) => ({ accountId: id, level: choice[id] }))
    if (shares.length > 0) void saving.run(() => sendOnly('PUT', `/api/household/people/${member.id}`, { shares }))
  }
  const setAll = (pick: (account: OwnAccount) => Level) =>
    setTyped(Object.fromEntries(accounts.map(account => [account.id, pick(account)])))
  return (
    <ScriptedForm autoComplete="off" onSubmit={submit} className="px-5 py-5 sm:px-6">
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
      {accounts.length === 0 ? <p className="mt-2 text-soft">{t('givenNone')}</p> : null}
      <ul className="mt-2 divide-y divide-line">
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
      {saving.problem ? (
        <div className="mt-4">
          <ProblemNote error={saving.problem} title={t('failed')} />
        </div>
      ) : null}
      {accounts.length === 0 ? null : (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" loading={saving.pending}>
            {t('save')}
          </Button>
          <p role="status" className="text-sm text-soft">
            {changed.length > 0 ? t('unsaved') : saving.done ? t('saved') : ''}
          </p>
        </div>
      )}
    </ScriptedForm>
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
      >
        {[...levels].map(level => (
          <option key={level} value={level}>
            {word(level)}
          </option>
        ))}
      </Select>
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
    <section className="border-t border-line px-5 py-5 sm:px-6" aria-labelledby={`received-${member.id}`}>
      <h3 id={`received-${member.id}`} className="font-semibold">
        {t('received', { name: member.name })}
      </h3>
      {member.received.length === 0 ? <p className="mt-1 text-soft">{t('receivedNone')}</p> : null}
      <ul className="mt-1 divide-y divide-line">
        {member.received.map(share => (
          <li key={share.id}>
            <ReceivedRow share={share} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReceivedRow({ share }: { share: Member['received'][number] }) {
  const t = useTranslations('household.member')
  const client = useQueryClient()
  const stopping = useAction()
  const stop = () => sendOnly('DELETE', `/api/household/shares/${share.id}`).finally(() => client.invalidateQueries())
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
      {stopping.problem ? (
        <div className="w-full">
          <ProblemNote error={stopping.problem} />
        </div>
      ) : null}
    </div>
  )
}
