'use client'

import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'

type GoOnProps = { href: string; label: string; stay: string /** With `{seconds}` to fill. */; soon: string }

const waitSeconds = 12

/** Goes back to the payee's site after some seconds, unless the payer wants to stay (WCAG 2.2.1). A link without JavaScript. */
export function GoOn({ href, label, stay, soon }: GoOnProps) {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => setLeft(waitSeconds), [])
  useEffect(() => {
    if (left === null) return
    if (left <= 0) {
      window.location.assign(href)
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left, href])
  return (
    <div className="grid justify-items-start gap-3">
      <a href={href} className={buttonClass({ size: 'large' })} onClick={() => setLeft(null)}>
        {label}
      </a>
      {left === null ? null : (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-soft">
          <span>{soon.replace('{seconds}', String(left))}</span>
          <Button variant="quiet" size="small" onClick={() => setLeft(null)}>
            {stay}
          </Button>
        </p>
      )}
    </div>
  )
}
