import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Hidden = Readonly<Record<string, string | null>>

type PostFormProps = Omit<ComponentProps<'form'>, 'method' | 'action'> & {
  /** A route of ours, which redirects. */
  action: string
  /** What is sent besides the fields; null is left out. */
  sends?: Hidden | undefined
}

/** A form that the browser sends: it works without a script. */
export function PostForm({ sends = {}, children, ...rest }: PostFormProps) {
  return (
    <form {...rest} method="post">
      {Object.entries(sends).map(([name, value]) =>
        value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
    </form>
  )
}

type PostButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> & {
  action: string
  sends?: Hidden | undefined
  formClass?: string | undefined
}

/** Such a form of nothing but its button. */
export function PostButton({ action, sends, formClass, ...button }: PostButtonProps) {
  return (
    <PostForm action={action} sends={sends} className={formClass}>
      <Button {...button} type="submit" />
    </PostForm>
  )
}
