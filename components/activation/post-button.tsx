'use client'

import { ActionButton } from '#components/actions/form.tsx'
import { sendOnly } from '#components/query/fetch-json.ts'

type PostButtonProps = { url: string; label: string; done: string; variant?: 'secondary' }

/** A button for a step without a form: compares the names, or asks for live payments. */
export function PostButton({ url, label, done, variant }: PostButtonProps) {
  return (
    <ActionButton variant={variant} act={() => sendOnly('POST', url)} done={() => done}>
      {label}
    </ActionButton>
  )
}
