'use client'

import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { ScriptedButton } from '#components/ui/scripted.tsx'
import { openPalette } from './open-request.ts'

type PaletteButtonProps = { place: 'side' | 'top'; children: ReactNode }

/** Opens the palette by mouse or touch; shows its shortcut on devices with a keyboard. */
export function PaletteButton({ place, children }: PaletteButtonProps) {
  return (
    <ScriptedButton
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
      className={clsx(
        place === 'side'
          ? 'mt-6 flex min-h-11 w-full items-center gap-3 rounded-xl border border-control bg-surface px-3 text-soft hover:border-ink hover:text-ink'
          : 'ml-auto grid size-11 place-items-center rounded-full text-soft hover:bg-sunken',
      )}
    >
      <Icon name="search" />
      <span className={place === 'side' ? 'flex-1 text-left' : 'sr-only'}>{children}</span>
      {place === 'side' ? (
        <span aria-hidden="true" className="pointer-coarse:hidden">
          <PaletteKey />
        </span>
      ) : null}
    </ScriptedButton>
  )
}

/** The key held with K: ⌘ on an Apple keyboard, else Ctrl. */
export function commandKey(): '⌘' | 'Ctrl' {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
}

/** ⌘K or Ctrl K; the server renders Ctrl K, because it does not know the keyboard. */
function PaletteKey() {
  const command = useSyncExternalStore<string>(
    () => () => undefined,
    commandKey,
    () => 'Ctrl',
  )
  return <kbd className="rounded-md border border-line px-1.5 font-sans text-xs">{command} K</kbd>
}
