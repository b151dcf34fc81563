import { UnknownPayment } from '#components/pay/unknown-payment.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

export default function NotFound() {
  return <UnknownPayment contact={readLegal().contact} />
}
