import NextLink from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type Look } from './button-class.ts'

/**
 * A link to a page of ours. Nothing is prefetched: every page is made for its request, so a prefetch brings none of it, and costs the
 * browser and the server two requests for each link in view.
 */
export function Link(props: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  return <NextLink {...props} prefetch={false} />
}

type ButtonLinkProps = Look & Omit<ComponentProps<typeof Link>, 'className'> & { icon?: ReactNode }

export function ButtonLink({ variant, size, wide, className, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide, className })}>
      {icon}
      {children}
    </Link>
  )
}
