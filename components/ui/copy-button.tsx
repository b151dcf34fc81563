'use client'

import { useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { ScriptedButton } from './scripted.tsx'

/** Copies a text. The outcome is emptied first, so that copying again is announced again. */
function useCopy(text: string) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  const copy = () => {
    setOutcome(null)
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    done.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  return { outcome, copy }
}

type CopyButtonProps = { value: string; words: Readonly<Record<'copy' | 'copied' | 'failed', string>> }

/** Copies a value and announces it; `words.copy` names what is copied. Shown only where scripts run. */
export function CopyButton({ value, words }: CopyButtonProps) {
  const { outcome, copy } = useCopy(value)
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

type CopyTextButtonProps = { text: string; done: string; size?: 'small'; children: string }

/** A button in words, which copies a text and announces it. */
export function CopyTextButton({ text, done, size, children }: CopyTextButtonProps) {
  const { outcome, copy } = useCopy(text)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" size={size} onClick={copy}>
        {children}
      </Button>
      <span role="status" className="text-sm text-positive">
        {outcome === 'copied' ? done : null}
      </span>
    </div>
  )
}
