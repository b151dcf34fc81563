'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'

type OnceProps = { value: string; title: string; text: string; copyLabel: string; copiedLabel: string }

/** A secret that is shown once, to be copied. It is never stored in the browser. */
export function Once({ value, title, text, copyLabel, copiedLabel }: OnceProps) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return (
    <Alert tone="success" title={title} announce="polite">
      <p>{text}</p>
      <p className="mt-3">
        <code className="wrap-anywhere block rounded-lg bg-surface p-3 font-mono text-sm text-ink select-all">
          {value}
        </code>
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="button" variant="secondary" size="small" onClick={copy}>
          {copyLabel}
        </Button>
        <span role="status" className="text-sm text-positive">
          {isCopied ? copiedLabel : null}
        </span>
      </div>
    </Alert>
  )
}
