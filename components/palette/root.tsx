'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isPaletteKey, isPlainKey, typingPlaces } from './keys.ts'
import { onOpenRequest } from './open-request.ts'
import type { Pressed } from './shortcuts.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).PaletteDialog }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

type Shown = 'palette' | 'shortcuts' | null

/** Handles a page's shortcuts, and loads the dialogs when they are first opened. `keys`: whether single keys are shortcuts. */
export function PaletteRoot({ keys }: { keys: boolean }) {
  const router = useRouter()
  const [shown, setShown] = useState<Shown>(null)
  const [loaded, setLoaded] = useState({ palette: false, shortcuts: false })
  const [on, setOn] = useState(keys)
  const pressed = useRef<Pressed>(null)
  useEffect(() => {
    const show = (what: 'palette' | 'shortcuts') => {
      setLoaded(before => ({ ...before, [what]: true }))
      setShown(what)
    }
    const openPalette = () => show('palette')
    const hear = (event: KeyboardEvent) => {
      const isBusy = document.querySelector('[role=dialog],[role=alertdialog]') !== null
      if (isPaletteKey(event)) {
        event.preventDefault()
        if (shown === 'palette') setShown(null)
        else if (!isBusy) openPalette()
        return
      }
      const { target } = event
      const isTyping = target instanceof Element && target.closest(typingPlaces) !== null
      if (isTyping || isBusy || !isPlainKey(event) || !on) return
      // Some browsers search in the page.
      if (event.key === '/') event.preventDefault()
      void act(event)
    }
    const act = async ({ key, timeStamp }: KeyboardEvent) => {
      const { pressKey, shortcutPages } = await import('./shortcuts.ts')
      const next = pressKey(pressed.current, key, timeStamp)
      pressed.current = next.pressed
      if (next.act === null) return
      const page = shortcutPages[next.act]
      if (page) router.push(page)
      else show(next.act === 'help' ? 'shortcuts' : 'palette')
    }
    addEventListener('keydown', hear)
    const endWishes = onOpenRequest(openPalette)
    return () => {
      removeEventListener('keydown', hear)
      endWishes()
    }
  }, [router, shown, on])
  const close = () => setShown(null)
  return (
    <Suspense fallback={null}>
      {loaded.palette ? (
        <PaletteDialog
          open={shown === 'palette'}
          onClose={close}
          onShortcuts={() => {
            setLoaded(before => ({ ...before, shortcuts: true }))
            setShown('shortcuts')
          }}
        />
      ) : null}
      {loaded.shortcuts ? (
        <ShortcutsDialog open={shown === 'shortcuts'} onClose={close} on={on} onTurn={setOn} />
      ) : null}
    </Suspense>
  )
}
