'use client'

import { NextIntlClientProvider } from 'next-intl'
import { type ComponentProps, useMemo } from 'react'

type SentWordsProps = Omit<ComponentProps<typeof NextIntlClientProvider>, 'messages'> & {
  /** As JSON: React would write and read an area's hundreds of texts one by one, on every page. */
  text: string
}

/** The words of `ClientWords` for what is inside. */
export function SentWords({ text, ...rest }: SentWordsProps) {
  return <NextIntlClientProvider {...rest} messages={useMemo(() => JSON.parse(text), [text])} />
}
