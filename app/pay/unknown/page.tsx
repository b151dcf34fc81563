import { titleOf } from '#app/title-of.ts'
import { PayShell } from '#components/pay/shell.tsx'
import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

export const generateMetadata = titleOf('pay.unknown.title')

/** Target of a bank's callback without a payment of ours. */
export default function UnknownPage() {
  const legal = readLegal()
  return (
    <PayShell legal={legal} merchant={null}>
      <UnknownPayment contact={legal.contact} />
    </PayShell>
  )
}
