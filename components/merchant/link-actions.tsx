'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useAction } from '#components/operator/use-action.ts'
import { sendJson, sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { ActionNote } from './action-note.tsx'

/** Copies a link's address; says so to eyes and ears. */
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

type LinkPlace = { id: string; organisation: string }

/** Mails a link to a payer. */
export function MailLink({ id, organisation }: LinkPlace) {
  const t = useTranslations('merchant.link')
  const action = useAction()
  const [wasMailed, setWasMailed] = useState<boolean | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const email = String(new FormData(form).get('email') ?? '')
    setWasMailed(null)
    const url = `/api/merchant/links/${id}/mail?organisation=${organisation}`
    const done = await action.run(async () => setWasMailed(await postMail(url, email)))
    if (done) form.reset()
  }
  const faultOf = (field: string) => (field === 'email' ? t('faultEmail') : field === 'link' ? t('faultLink') : null)
  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <TextField
        id="email"
        name="email"
        type="email"
        label={t('mail')}
        error={action.field === 'email' ? t('faultEmail') : undefined}
        autoComplete="off"
      />
      <ActionNote
        action={action}
        faultOf={faultOf}
        done={wasMailed === null ? null : wasMailed ? t('sent') : t('notSent')}
      />
      <div>
        <Button type="submit" variant="secondary" loading={action.pending}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

async function postMail(url: string, email: string): Promise<boolean> {
  const { MailedView } = await import('#lib/domain/organisation-view.ts')
  return (await sendJson('POST', url, MailedView, { email })).wasMailed
}

/** Closes a link for good. */
export function CloseLink({ id, organisation }: LinkPlace) {
  const t = useTranslations('merchant.link')
  const action = useAction()
  const close = () => action.run(() => sendOnly('DELETE', `/api/merchant/links/${id}?organisation=${organisation}`))
  return (
    <div className="grid gap-3">
      <div>
        <Button variant="danger" onClick={close} loading={action.pending}>
          {t('close')}
        </Button>
      </div>
      <ActionNote action={action} />
    </div>
  )
}
