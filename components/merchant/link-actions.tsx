'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useState } from 'react'
import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { DateText } from '#components/format/date.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ScriptedForm } from '#components/ui/scripted.tsx'
import type { MailOutcome, MailView } from '#lib/views/mail.ts'
import type { MailedView } from '#lib/views/organisation.ts'

/** Copies a link's URL, and announces it. */
export function CopyAddress({ url }: { url: string }) {
  const t = useTranslations('merchant.link')
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" onClick={copy}>
        {t('copy')}
      </Button>
      <span role="status" className="text-sm text-positive">
        {isCopied ? t('copied') : null}
      </span>
    </div>
  )
}

type LinkRef = { id: string; organisation: string }

/** Mails a link to a payer. */
export function MailLink({ id, organisation }: LinkRef) {
  const t = useTranslations('merchant.link')
  const action = useAction()
  const [mail, setMail] = useState<MailOutcome | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email') ?? '')
    setMail(null)
    const url = `/api/merchant/links/${id}/mail?organisation=${organisation}`
    const done = await action.run(async () => setMail(await postMail(url, email)))
    if (done) form.reset()
  }
  const words = useTranslations('merchant.mail')
  const faultOf = (field: string) => {
    if (field === 'email.test' || field === 'email.name') return words(field === 'email.test' ? 'test' : 'name')
    return field === 'email' ? t('faultEmail') : field === 'link' ? t('faultLink') : null
  }
  return (
    <ScriptedForm onSubmit={send} noValidate className="grid gap-4">
      <TextField
        id="email"
        name="email"
        type="email"
        label={t('mail')}
        error={action.field?.startsWith('email') ? (faultOf(action.field) ?? undefined) : undefined}
        autoComplete="off"
      />
      <ActionNote
        action={action}
        faultOf={faultOf}
        done={mail === null ? null : mail === 'queued' ? t('sent') : t('notSent')}
      />
      <div>
        <Button type="submit" variant="secondary" loading={action.pending}>
          {t('send')}
        </Button>
      </div>
    </ScriptedForm>
  )
}

async function postMail(url: string, email: string): Promise<MailOutcome> {
  return (await sendJson<MailedView>('POST', url, { email })).mail
}

const lookAgainMs = 4_000
/** Number of polls for a mail's state; a mail server may be down for hours. */
const maxLooks = 5

type LinkMailsProps = {
  /** With the number of the invoice or credit note that a mail brings, which is shown instead of the recipient. */
  mails: readonly (MailView & { readonly number?: string })[]
}

/** Recipients of the link and the state of each mail; polls for a while if one is being sent. */
export function LinkMails({ mails }: LinkMailsProps) {
  const t = useTranslations('merchant.link')
  const router = useRouter()
  const [looks, setLooks] = useState(0)
  const due = mails.filter(({ state }) => state === 'due').length
  useEffect(() => {
    if (due === 0 || looks >= maxLooks) return
    const timer = setTimeout(() => {
      setLooks(looks + 1)
      router.refresh()
    }, lookAgainMs)
    return () => clearTimeout(timer)
  }, [due, looks, router])
  return (
    <section aria-labelledby="link-mails" className="mt-5 border-t border-line pt-4">
      <h3 id="link-mails" className="text-sm font-semibold">
        {t('mailsTitle')}
      </h3>
      <ul aria-live="polite" className="mt-1 divide-y divide-line">
        {mails.map(({ id, to, number, state, at }) => (
          <li key={id} className="py-2 text-sm">
            <span className="wrap-anywhere">{number ?? to}</span>
            <span className="block text-soft">
              <span className={state === 'failed' ? 'text-danger' : undefined}>{t(`mails.${state}`)}</span> ·{' '}
              <DateText value={at} style="moment" />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type EditLinkProps = LinkRef & {
  title: string
  description: string /** `YYYY-MM-DD`, or nothing. */
  lastDay: string
}

/** Changes a link's title, description and expiry; its amount is fixed. */
export function EditLink({ id, organisation, title, description, lastDay }: EditLinkProps) {
  const t = useTranslations('merchant.link')
  const words = useTranslations('merchant.linkForm')
  const action = useAction()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = (name: string) => String(new FormData(event.currentTarget).get(name) ?? '').trim()
    const day = text('expiresOn')
    const sent = { title: text('title'), description: text('description') }
    // An unchanged day is omitted, which keeps the exact instant.
    const ending = day === lastDay ? {} : { expiresOn: day === '' ? null : day }
    const url = `/api/merchant/links/${id}?organisation=${organisation}`
    return action.run(() => sendOnly('PUT', url, { ...sent, ...ending }))
  }
  const error = (name: 'title' | 'expiresAt') => (action.field === name ? words(`faults.${name}`) : undefined)
  return (
    <ScriptedForm onSubmit={save} noValidate className="grid gap-4">
      <TextField
        id="edit-title"
        name="title"
        label={words('name')}
        defaultValue={title}
        error={error('title')}
        maxLength={140}
        autoComplete="off"
      />
      <TextField
        id="edit-description"
        name="description"
        label={words('description')}
        defaultValue={description}
        maxLength={500}
        autoComplete="off"
      />
      <DateField
        id="edit-expires"
        name="expiresOn"
        label={words('expires')}
        hint={words('expiresHint')}
        value={lastDay}
        error={error('expiresAt')}
      />
      <ActionNote
        action={action}
        done={t('changed')}
        faultOf={field => (field === 'title' || field === 'expiresAt' ? words(`faults.${field}`) : t('faultLink'))}
      />
      <div>
        <Button type="submit" variant="secondary" loading={action.pending}>
          {t('save')}
        </Button>
      </div>
    </ScriptedForm>
  )
}

/** Closes a link permanently, after confirmation. */
export function CloseLink({ id, organisation }: LinkRef) {
  const t = useTranslations('merchant.link')
  const action = useAction()
  const [isAsked, setIsAsked] = useState(false)
  const close = () => action.run(() => sendOnly('DELETE', `/api/merchant/links/${id}?organisation=${organisation}`))
  return (
    <div className="grid gap-3">
      {isAsked ? (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="w-full text-sm">
            {t('closeAsk')}
          </p>
          <Button variant="destroy" onClick={close} loading={action.pending}>
            {t('closeYes')}
          </Button>
          <Button variant="quiet" onClick={() => setIsAsked(false)}>
            {t('closeNo')}
          </Button>
        </div>
      ) : (
        <div>
          <Button variant="danger" onClick={() => setIsAsked(true)}>
            {t('close')}
          </Button>
        </div>
      )}
      <ActionNote action={action} />
    </div>
  )
}
