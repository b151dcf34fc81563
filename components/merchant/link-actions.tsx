'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ConfirmedAction } from '#components/actions/confirmed.tsx'
import { Form, useForm } from '#components/actions/form.tsx'
import { DateText } from '#components/format/value.tsx'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Section } from '#components/ui/card.tsx'
import { CopyTextButton } from '#components/ui/copy-button.tsx'
import { DateField } from '#components/ui/date-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { MailView } from '#lib/views/mail.ts'
import type { MailedView } from '#lib/views/organisation.ts'

/** Copies a link's URL, and announces it. */
export function CopyAddress({ url }: { url: string }) {
  const t = useTranslations('merchant.link')
  return (
    <>
      <p className="mb-4 wrap-anywhere">
        <a href={url} className="link">
          {url}
        </a>
      </p>
      <CopyTextButton text={url} done={t('copied')}>
        {t('copy')}
      </CopyTextButton>
    </>
  )
}

type LinkRef = { id: string; organisation: string }

/** Mails a link to a payer. */
export function MailLink({ id, organisation }: LinkRef) {
  const t = useTranslations('merchant.link')
  const words = useTranslations('merchant.mail')
  const form = useForm({
    send: text =>
      sendJson<MailedView>('POST', `/api/merchant/links/${id}/mail?organisation=${organisation}`, {
        email: text('email'),
      }),
    faults: field => {
      if (field === 'email.test' || field === 'email.name') return words(field === 'email.test' ? 'test' : 'name')
      return field === 'email' ? t('faultEmail') : field === 'link' ? t('faultLink') : null
    },
    clears: true,
  })
  return (
    <Form
      form={form}
      submit={t('send')}
      variant="secondary"
      done={t(form.result?.mail === 'queued' ? 'sent' : 'notSent')}
      className="grid gap-4"
    >
      <TextField {...form.field('email')} type="email" label={t('mail')} />
    </Form>
  )
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
    <Section
      titleId="link-mails"
      title={t('mailsTitle')}
      look="text-sm font-semibold"
      className="mt-5 border-t border-line pt-4"
    >
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
    </Section>
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
  const form = useForm({
    send: text => {
      const day = text('expiresOn')
      const sent = { title: text('title'), description: text('description') }
      // An unchanged day is omitted, which keeps the exact instant.
      const ending = day === lastDay ? {} : { expiresOn: day === '' ? null : day }
      return sendOnly('PUT', `/api/merchant/links/${id}?organisation=${organisation}`, { ...sent, ...ending })
    },
    faults: field => (field === 'title' || field === 'expiresAt' ? words(`faults.${field}`) : t('faultLink')),
  })
  return (
    <Form form={form} submit={t('save')} variant="secondary" done={t('changed')} className="grid gap-4">
      <TextField {...form.field('title', 'edit-title')} label={words('name')} defaultValue={title} maxLength={140} />
      <TextField
        id="edit-description"
        name="description"
        label={words('description')}
        defaultValue={description}
        maxLength={500}
      />
      <DateField
        id="edit-expires"
        name="expiresOn"
        label={words('expires')}
        hint={words('expiresHint')}
        value={lastDay}
        error={form.error('expiresAt')}
      />
    </Form>
  )
}

/** Closes a link permanently, after confirmation. */
export function CloseLink({ id, organisation }: LinkRef) {
  const t = useTranslations('merchant.link')
  return (
    <ConfirmedAction
      start={t('close')}
      ask={t('closeAsk')}
      yes={t('closeYes')}
      no={t('closeNo')}
      act={() => sendOnly('DELETE', `/api/merchant/links/${id}?organisation=${organisation}`)}
    />
  )
}
