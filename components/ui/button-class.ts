/** The styles of a button without its component, also for plain links on pages with little code. */

/** `danger` begins something irreversible, or removes an item from a list; `destroy` is the final confirmation. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'destroy'
type ButtonSize = 'small' | 'medium' | 'large'

/** Class of everything that looks like a button (app/globals.css). */
export function buttonClass({ variant = 'primary', size = 'medium', className = '', wide = false }: Look = {}): string {
  return ['button', `button-${variant}`, `button-${size}`, wide ? 'w-full' : '', className].filter(Boolean).join(' ')
}

export type Look = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
  className?: string | undefined
}
