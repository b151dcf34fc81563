import type { ReactNode } from 'react'
import { buttonClass, type Look } from './button-class.ts'

type ButtonAnchorProps = Look & { href: string; children: ReactNode }

/** A way out of public pages that needs no script: what follows is another page with scripts of its own. */
export function ButtonAnchor({ href, children, ...look }: ButtonAnchorProps) {
  return (
    <a href={href} className={buttonClass(look)}>
      {children}
    </a>
  )
}
