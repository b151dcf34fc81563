'use client'

import { Alert } from '#components/ui/card.tsx'
import { CopyTextButton } from '#components/ui/copy-button.tsx'

type OnceProps = { value: string; title: string; text: string; copyLabel: string; copiedLabel: string }

/** A secret that is shown once, to be copied. It is never stored in the browser. */
export function Once({ value, title, text, copyLabel, copiedLabel }: OnceProps) {
  return (
    <Alert tone="success" title={title} announce="polite">
      <p>{text}</p>
      <p className="mt-3">
        <code className="wrap-anywhere block rounded-lg bg-surface p-3 font-mono text-sm text-ink select-all">
          {value}
        </code>
      </p>
      <div className="mt-3">
        <CopyTextButton text={value} done={copiedLabel} size="small">
          {copyLabel}
        </CopyTextButton>
      </div>
    </Alert>
  )
}
