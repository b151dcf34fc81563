import { getTranslations } from 'next-intl/server'
import { openPage } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { PostButton } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/link.tsx'
import { readSubscription } from '#lib/services/home/weekly-summary.ts'

export const generateMetadata = titleOf('notices.unsubscribe.title', {
  robots: { index: false },
  referrer: 'no-referrer',
})

/** Unsubscribes from the weekly summary by the link in the mail, signed in or not. */
export default openPage(async ({ query: { person, proof } }) => {
  const t = await getTranslations('notices.unsubscribe')
  const subscription = await readSubscription({ userId: String(person) }, String(proof))
  const state = subscription === 'on' ? 'ask' : subscription === 'off' ? 'done' : 'unknown'
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-10 sm:px-8">
      <h1 className="mb-3 font-semibold text-[1.75rem]">{t(`${state}.title`)}</h1>
      <p className="mb-6 text-soft">{t(`${state}.text`)}</p>
      {state === 'ask' ? (
        <PostButton
          action={`/unsubscribe/stop?${new URLSearchParams({ person: String(person), proof: String(proof) })}`}
          size="large"
        >
          {t('ask.submit')}
        </PostButton>
      ) : (
        <ButtonLink href="/settings#mail" variant="secondary">
          {t('settings')}
        </ButtonLink>
      )}
    </div>
  )
})
