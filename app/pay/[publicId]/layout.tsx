import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { orNotFound } from '#app/open-page.ts'
import { readOrder } from '#app/pay/read-order.ts'
import { partsOf } from '#app/read-request.ts'
import { InlineScript } from '#components/layout/inline-script.tsx'
import { noteLeaving } from '#components/pay/leaving.ts'
import { PayShell } from '#components/pay/shell.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

type PaymentLayoutProps = { params: Promise<unknown>; children: ReactNode }

/** The frame of one payment's pages, with the looks of the merchant. */
export default async function PaymentLayout({ params, children }: PaymentLayoutProps) {
  const order = await orNotFound(partsOf(params).then(({ part }) => readOrder(part('publicId'))))
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <PayShell legal={readLegal()} merchant={order?.merchant ?? null}>
      <InlineScript nonce={nonce} text={noteLeaving} />
      {children}
    </PayShell>
  )
}
