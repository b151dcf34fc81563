import { Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import type { BankView } from '#lib/views/banking.ts'

/**
 * The bank's app: on a phone the words that say when it opens, on a computer the way to a QR code. Which one is shown is a
 * matter of the pointer, so that both work without JavaScript and nobody's browser is guessed at.
 */
export function PhoneOffer({ bank }: { bank: BankView }) {
  const t = useTranslations('phone')
  const name = { bank: bank.name }
  return (
    <div className="border-line border-t pt-5">
      <p className="hidden text-sm text-soft pointer-coarse:block">{t('here', name)}</p>
      <form
        method="post"
        action={`/link/${encodeURIComponent(bank.code)}/phone`}
        className="grid gap-3 pointer-coarse:hidden"
      >
        <div className="flex gap-3">
          <Smartphone aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-brand" />
          <div>
            <h2 className="font-semibold">{t('offerTitle')}</h2>
            <p className="text-sm text-soft">{t('offerText', name)}</p>
          </div>
        </div>
        <Button type="submit" variant="secondary" wide>
          {t('offerAction')}
        </Button>
      </form>
    </div>
  )
}
