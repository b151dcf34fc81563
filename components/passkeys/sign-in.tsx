'use client'

import { useEffect, useState } from 'react'
import { RequestProblem } from '#components/query/fetch-json.ts'
import { Button } from '#components/ui/button.tsx'
import { Alert } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { signInByPasskey, usePasskeySupport, wasGivenUp } from './ceremonies.ts'

/** Passed by the server, so that the browser needs no message files. */
type PasskeyWords = { readonly [key in 'or' | 'signIn' | 'failed' | 'too_many_tries']: string }

/** Sign-in with a passkey: by a button, or offered by the browser in the email field. */
export function PasskeySignIn({ next, words }: { next: string | null; words: PasskeyWords }) {
  const isKnown = usePasskeySupport()
  const [state, setState] = useState<'idle' | 'working' | 'failed' | 'too_many_tries'>('idle')
  const goOn = () => window.location.assign(next ?? '/start')
  const fail = (error: unknown) => {
    if (wasGivenUp(error)) setState('idle')
    else setState(error instanceof RequestProblem && error.status === 429 ? 'too_many_tries' : 'failed')
  }
  useEffect(() => {
    // Failures of the browser's offer are ignored, because the form is still there.
    if (isKnown)
      signInByPasskey(true).then(
        () => window.location.assign(next ?? '/start'),
        () => {},
      )
  }, [isKnown, next])
  if (!isKnown) return null
  const signIn = () => {
    setState('working')
    signInByPasskey(false).then(goOn, fail)
  }
  return (
    <div className="mt-5 grid gap-5 noscript:hidden">
      <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {words.or}
      </p>
      <Button variant="secondary" size="large" wide loading={state === 'working'} onClick={signIn}>
        <Icon name="passkey" />
        {words.signIn}
      </Button>
      {state === 'failed' || state === 'too_many_tries' ? (
        <Alert tone="danger" announce="assertive">
          {words[state]}
        </Alert>
      ) : null}
    </div>
  )
}
