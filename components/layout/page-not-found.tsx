'use client'

import { LogoMark } from '#components/brand/logo.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'

type PageNotFoundProps = { title: string; text: string; toHome: string }

/** A client component, because the framework sends it with every page: three texts instead of all elements. */
export function PageNotFound({ title, text, toHome }: PageNotFoundProps) {
  return (
    <main id="content" className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        level={1}
        picture={<LogoMark className="size-14" />}
        title={title}
        action={
          <a href="/home" className={buttonClass()}>
            {toHome}
          </a>
        }
      >
        {text}
      </EmptyState>
    </main>
  )
}
