import { Iban } from '#components/format/iban.tsx'

/** At which bank an account is, and enough of its number to tell it apart. */
export function BankLine({ bank, iban }: { bank: { name: string }; iban: string | null | undefined }) {
  if (!iban) return bank.name
  return (
    <>
      {bank.name} · <Iban value={iban} masked />
    </>
  )
}
