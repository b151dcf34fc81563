import { useEffect, useState } from 'react'
import type { readTypedIban, TypedIban } from '#lib/domain/payments/payee/iban.ts'

const unread: TypedIban = { bare: '', check: 'empty', country: null, length: 0, expectedLength: null, bankCode: null }

/** What is to be said of a typed IBAN. What a country's look like is loaded for those who type one. */
export function useTypedIban(text: string): TypedIban {
  const [reader, setReader] = useState<{ readonly readTypedIban: typeof readTypedIban } | null>(null)
  useEffect(() => {
    if (text !== '') import('#lib/domain/payments/payee/iban.ts').then(setReader, () => undefined)
  }, [text])
  return reader?.readTypedIban(text) ?? unread
}
