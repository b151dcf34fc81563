import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  picture?: ReactNode
  level?: 1 | 2
}

export function EmptyState({ title, children, action, picture, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {picture ? <div className="mb-6 text-brand">{picture}</div> : null}
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children ? <div className="mt-2 text-soft">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
