'use client'

import en from '#components/i18n/messages/en/error-page.json'
import fr from '#components/i18n/messages/fr/error-page.json'

type ErrorPageProps = { error: Error & { digest?: string } }

const thisPage = ''

/**
 * The page for a fault of ours. The digest is the id under which the server logged it; nothing else is shown (C51). It is part
 * of every page's code, so it has its few texts itself: the formatter of messages would be larger than some pages.
 */
export function ErrorPage({ error }: ErrorPageProps) {
  const words = { fr, en }[readLanguage()]
  return (
    <div role="alert" className="grid min-h-[60dvh] place-content-center justify-items-center px-4 text-center">
      <h1 className="text-xl font-semibold">{words.title}</h1>
      <p className="mt-2 max-w-md text-soft">{words.text}</p>
      {error.digest ? (
        <p className="tabular mt-3 text-sm text-soft">
          {words.supportId} <strong>{error.digest}</strong>
        </p>
      ) : null}
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <a href={thisPage} className="button button-primary button-medium">
          {words.retry}
        </a>
        <a href="/home" className="button button-secondary button-medium">
          {words.toHome}
        </a>
      </p>
    </div>
  )
}

/** The page's; the browser's if not even that came. The server, which draws no page of a fault but the last resort's, takes French. */
export function readLanguage(): 'fr' | 'en' {
  const language = typeof document === 'undefined' ? 'fr' : document.documentElement.lang || navigator.language
  return language.startsWith('fr') ? 'fr' : 'en'
}
