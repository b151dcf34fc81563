/** The styles of a button without its component, also for plain links on pages with little code. */

/** `danger` begins something irreversible, or removes an item from a list; `destroy` is the final confirmation. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'destroy'
type ButtonSize = 'small' | 'medium' | 'large'

/** Whole names, or Tailwind does not find them; what they are is in app/globals.css. */
const variants: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  danger: 'button-danger',
  destroy: 'button-destroy',
}
const sizes: Record<ButtonSize, string> = { small: 'button-small', medium: 'button-medium', large: 'button-large' }

/** Class of everything that looks like a button. */
export function buttonClass({ variant = 'primary', size = 'medium', className = '', wide = false }: Look = {}): string {
  return ['button', variants[variant], sizes[size], wide ? 'w-full' : '', className].filter(Boolean).join(' ')
}

export type Look = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  wide?: boolean | undefined
  className?: string | undefined
}
