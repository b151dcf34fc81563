'use client'

import './globals.css'

type GlobalErrorProps = { error: Error & { digest?: string } }

const thisPage = ''

/** The layout itself failed, so the language is unknown: both are shown. */
export default function GlobalError({ error }: GlobalErrorProps) {
  return (
    <html lang="fr">
      <body>
        <title>Guichet</title>
        <main role="alert" className="mx-auto grid min-h-dvh max-w-md content-center gap-4 px-6">
          <h1 className="text-2xl">Quelque chose a cassé de notre côté.</h1>
          <p lang="en" className="text-soft">
            Something broke on our side. Your data is not affected.
          </p>
          {error.digest ? <p className="tabular text-sm text-soft">Support : {error.digest}</p> : null}
          <a
            href={thisPage}
            className="inline-flex min-h-11 items-center justify-self-start rounded-xl bg-brand px-5 font-semibold text-on-brand hover:bg-brand-strong"
          >
            Réessayer / <span lang="en">Try again</span>
          </a>
        </main>
      </body>
    </html>
  )
}
