import type { ReactNode } from 'react'
import { buttonClass, type Look } from './button-class.ts'

type ButtonAnchorProps = Look & { href: string; children: ReactNode }

/** A link that looks like a button, without the router, for public pages without scripts. */
export function ButtonAnchor({ href, children, ...look }: ButtonAnchorProps) {
  return (
    <a href={href} className={buttonClass(look)}>
      {children}
    </a>
  )
}
