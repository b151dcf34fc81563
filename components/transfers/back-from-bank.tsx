import { useTranslations } from 'next-intl'
import { Card } from '#components/ui/card.tsx'
import { ButtonLink } from '#components/ui/link.tsx'

/** For a browser that is not signed in as the sender: what happened in general, without details of the transfer. */
export function BackFromBank({ orderId, name }: { orderId: string; name: string | null }) {
  const t = useTranslations('transfers.result')
  return (
    <Card as="div" className="mx-auto grid max-w-xl grid-cols-1 gap-4">
      <h1 className="text-2xl font-semibold">{t('loginTitle')}</h1>
      <p>{t('loginText')}</p>
      <p className="text-soft">{t('loginOn')}</p>
      {name === null ? (
        <p>
          <ButtonLink href={`/signin?next=${encodeURIComponent(`/transfers/${orderId}`)}`}>{t('signIn')}</ButtonLink>
        </p>
      ) : (
        <>
          <p>{t('otherText', { name })}</p>
          <p>
            <ButtonLink href="/transfers" variant="secondary">
              {t('myTransfers')}
            </ButtonLink>
          </p>
        </>
      )}
    </Card>
  )
}
