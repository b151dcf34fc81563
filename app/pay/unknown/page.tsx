import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PayShell } from '#components/pay/shell.tsx'
import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pay.unknown')
  return { title: t('title') }
}

/** Target of a bank's callback without a payment of ours. */
export default function UnknownPage() {
  const legal = readLegal()
  return (
    <PayShell legal={legal} merchant={null}>
      <UnknownPayment contact={legal.contact} />
    </PayShell>
  )
}
