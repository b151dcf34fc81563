import type { ReactNode } from 'react'
import { RowDisclosure } from './disclosure.tsx'
import { Icon, type IconName } from './icon.tsx'

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
