'use client'

import { setFrenchSpaces } from '#components/i18n/french-spaces.ts'
import en from '#components/i18n/messages/en/common.json' with { type: 'json' }
import fr from '#components/i18n/messages/fr/common.json' with { type: 'json' }
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'

type ErrorPageProps = { error: Error & { digest?: string }; retry: () => void }

/**
 * Our fault, said plainly. The digest is the id under which the server logged it; nothing else is shown (C51). Every page
 * carries this one along, so it finds its few words by itself: the formatter of all others would weigh more than some pages.
 */
export function ErrorPage({ error, retry }: ErrorPageProps) {
  const words = typeof document !== 'undefined' && document.documentElement.lang === 'en' ? en : fr
  return (
    <div role="alert" className="grid min-h-[60dvh] place-items-center">
      <EmptyState
        level={1}
        title={words.errorTitle}
        action={
          <>
            <button type="button" onClick={retry} className={buttonClass()}>
              {words.retry}
            </button>
            <a href="/home" className={buttonClass({ variant: 'secondary' })}>
              {words.toHome}
            </a>
          </>
        }
      >
        <p>{setFrenchSpaces(words.errorText)}</p>
        {error.digest ? (
          <p className="tabular mt-3 text-sm">{setFrenchSpaces(words.supportId).replace('{id}', error.digest)}</p>
        ) : null}
      </EmptyState>
    </div>
  )
}
