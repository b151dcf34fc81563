import { clsx } from 'clsx'
import sprite from './icons.svg'

const { src: drawings }: { src: string } = sprite

/** Our line drawings on a 24-unit grid, in icons.svg: neither a page nor its script contains them. */
export type IconName =
  | 'home'
  | 'accounts'
  | 'exchange'
  | 'send'
  | 'calendar'
  | 'chart'
  | 'search'
  | 'plug'
  | 'plus'
  | 'sliders'
  | 'signOut'
  | 'person'
  | 'copy'
  | 'check'
  | 'chevronRight'
  | 'chevronUpDown'
  | 'arrowRight'
  | 'external'
  | 'shield'
  | 'clock'
  | 'eye'
  | 'lock'
  | 'passkey'
  | 'undo'
  | 'list'
  | 'card'
  | 'refresh'
  | 'laptop'
  | 'phone'
  | 'sun'
  | 'moon'
  | 'screen'
  | 'info'
  | 'success'
  | 'warning'
  | 'danger'

/** Decorative: there is always text next to it. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={clsx('shrink-0', className ?? 'size-5')} aria-hidden="true" focusable="false">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
