import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type DisclosureProps = {
  title: ReactNode
  open?: boolean
  danger?: boolean
  small?: boolean
  className?: string
  children: ReactNode
}

/** A title that shows its content when clicked. A native element, so it works without JavaScript. */
export function Disclosure({ title, open, danger, small, className, children }: DisclosureProps) {
  return (
    <details open={open} className={className}>
      <summary
        className={clsx(
          'flex min-h-11 w-fit items-center font-medium',
          small && 'text-sm',
          danger ? 'text-danger' : 'text-brand-ink',
        )}
      >
        {title}
      </summary>
      {children}
    </details>
  )
}

type RowDisclosureProps = { row: ReactNode; rowClass?: string; open?: boolean; children: ReactNode }

/** A row of a card that opens for details, with a chevron at its end. */
export function RowDisclosure({ row, rowClass, open, children }: RowDisclosureProps) {
  return (
    <details open={open} className="group">
      <summary
        className={clsx('flex list-none gap-x-4 gap-y-1 px-5 hover:bg-sunken sm:px-6', rowClass ?? 'items-center py-4')}
      >
        {row}
        <Icon
          name="chevronRight"
          className="ml-auto size-4 shrink-0 self-center text-control transition-[rotate] group-open:rotate-90"
        />
      </summary>
      {children}
    </details>
  )
}

type FoldProps = { icon: IconName; title: ReactNode; hint: ReactNode; children: ReactNode }

/** A row with the essentials that opens for details, as a native element. */
export function Fold({ icon, title, hint, children }: FoldProps) {
  return (
    <RowDisclosure
      rowClass="items-start py-4"
      row={
        <>
          <Icon name={icon} className="mt-0.5 size-5 text-brand" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold leading-snug">{title}</span>
            <span className="mt-0.5 block text-[0.9375rem] text-soft">{hint}</span>
          </span>
        </>
      }
    >
      <div className="px-5 pt-2 pb-5 sm:px-6 sm:pl-14">{children}</div>
    </RowDisclosure>
  )
}
