'use client'

import { ActionNote } from '#components/actions/note.tsx'
import { useAction } from '#components/actions/use-action.ts'
import { sendOnly } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'

type PostButtonProps = { url: string; label: string; done: string; variant?: 'secondary' }

/** A button for a step without a form: compares the names, or asks for live payments. */
export function PostButton({ url, label, done, variant }: PostButtonProps) {
  const action = useAction()
  return (
    <div className="grid gap-3 justify-items-start">
      <Button variant={variant} loading={action.pending} onClick={() => action.run(() => sendOnly('POST', url))}>
        {label}
      </Button>
      <ActionNote action={action} done={done} />
    </div>
  )
}
