'use client'

import { type ComponentProps, useRef } from 'react'
import { PostForm } from '#components/ui/button.tsx'

/** After the last letter. */
const pauseMs = 700

/** A form whose address names its draft: what is typed is kept on the server meanwhile, so that a reload finds it. */
export function KeptForm(props: ComponentProps<typeof PostForm>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keep = (form: HTMLFormElement) => {
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) body.append(name, String(value))
    // As a button that goes nowhere; the redirect to this page is ignored.
    fetch(props.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined)
  }
  return (
    <PostForm
      {...props}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => keep(currentTarget), pauseMs)
      }}
      onSubmit={() => clearTimeout(timer.current)}
    />
  )
}
