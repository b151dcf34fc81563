'use client'

import { useState } from 'react'
import { Icon } from './icon.tsx'
import { ScriptedButton } from './scripted.tsx'

type CopyButtonProps = { value: string; words: Readonly<Record<'copy' | 'copied' | 'failed', string>> }

/** Copies a value and announces it; `words.copy` names what is copied. Shown only where scripts run. */
export function CopyButton({ value, words }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = () => {
    // Emptied first, so that copying again is announced again.
    setOutcome(null)
    const done = navigator.clipboard?.writeText(value) ?? Promise.reject(new Error('no clipboard'))
    done.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  return (
    <>
      <ScriptedButton
        onClick={copy}
        aria-label={words.copy}
        title={words.copy}
        className="-my-2 inline-grid size-11 shrink-0 place-items-center rounded-xl text-soft transition-colors hover:bg-sunken hover:text-ink noscript:hidden"
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} className="size-4.5" />
      </ScriptedButton>
      <span role="status" className={outcome === 'failed' ? 'text-sm text-danger' : 'text-sm text-positive'}>
        {outcome === null ? '' : words[outcome]}
      </span>
    </>
  )
}
