'use client'

import { clsx } from 'clsx'
import { type ComponentProps, useState } from 'react'
import { controlClass } from './field.tsx'
import { ScriptedButton } from './scripted.tsx'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string }

/** A password input that can show its text. Without JavaScript it stays a plain password input. */
export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={clsx(controlClass, 'pr-24', className)}
      />
      <ScriptedButton
        aria-pressed={shown}
        aria-controls={rest.id}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 min-w-11 rounded-xl px-3.5 text-sm font-semibold text-brand-ink hover:underline"
      >
        {shown ? hideLabel : showLabel}
      </ScriptedButton>
    </div>
  )
}
