import type { ComponentProps } from 'react'
import { Spinner } from './button.tsx'
import { Icon } from './icon.tsx'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & {
  id: string
  label: string
  /** Whether something is being searched. */
  busy: boolean
  onText: (text: string) => void
}

/** Where one types what to look for; its label is the placeholder's longer form, for those who don't see it. */
export function SearchField({ label, busy, onText, ...input }: SearchFieldProps) {
  return (
    <div className="relative min-w-0 flex-1 basis-56">
      <label htmlFor={input.id} className="sr-only">
        {label}
      </label>
      <Icon name="search" className="pointer-events-none absolute top-3 left-3.5 size-5 text-faint" />
      <input
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        {...input}
        type="search"
        onChange={event => onText(event.target.value)}
        className="control-box pr-10 pl-11"
      />
      {busy ? <Spinner className="absolute top-3 right-9 text-soft" /> : null}
    </div>
  )
}
