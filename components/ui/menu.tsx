'use client'

import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import Link from 'next/link'
import type { ReactElement, ReactNode } from 'react'

type MenuProps = { trigger: ReactElement; children: ReactNode; align?: 'start' | 'center' | 'end' }

export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} align={align} className="z-40 outline-none">
          <Base.Popup className="min-w-52 origin-(--transform-origin) rounded-2xl border border-line bg-surface p-1.5 text-ink shadow-lift outline-none transition-[opacity,scale] duration-150 ease-calm data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-[10px] px-3 text-left text-[0.9375rem] outline-none data-highlighted:bg-sunken'

type MenuItemProps = { children: ReactNode; onClick?: () => void; tone?: 'neutral' | 'danger'; disabled?: boolean }

export function MenuItem({ children, onClick, tone = 'neutral', disabled = false }: MenuItemProps) {
  return (
    <Base.Item
      className={clsx(itemClass, tone === 'danger' && 'text-danger', disabled && 'opacity-50')}
      disabled={disabled}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </Base.Item>
  )
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem className={itemClass} render={<Link href={href} />}>
      {children}
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-2 my-1.5 h-px bg-line" />
}
