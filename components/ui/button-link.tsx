import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type Look } from './button-class.ts'
import { Link } from './link.tsx'

type ButtonLinkProps = Look & Omit<ComponentProps<typeof Link>, 'className'> & { icon?: ReactNode }

export function ButtonLink({ variant, size, wide, className, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, wide, className })}>
      {icon}
      {children}
    </Link>
  )
}
