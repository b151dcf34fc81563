import type { ReactNode } from 'react'
import { readLink } from '#app/l/read-link.ts'
import { orNotFound } from '#app/open-page.ts'
import { partsOf } from '#app/read-request.ts'
import { PayShell } from '#components/pay/shell.tsx'
import { readLegal } from '#lib/services/people/legal.ts'

type LinkLayoutProps = { params: Promise<unknown>; children: ReactNode }

/** The frame of a payment link, with the looks of the merchant. */
export default async function LinkLayout({ params, children }: LinkLayoutProps) {
  const link = await orNotFound(partsOf(params).then(({ part }) => readLink(part('slug'))))
  return (
    <PayShell legal={readLegal()} merchant={link?.merchant ?? null}>
      {children}
    </PayShell>
  )
}
