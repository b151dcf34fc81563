import { Iban } from '#components/format/iban.tsx'

/** The bank of an account, and its masked IBAN. */
export function BankLine({ bank, iban }: { bank: { name: string }; iban: string | null | undefined }) {
  if (!iban) return bank.name
  return (
    <>
      {bank.name} · <Iban value={iban} masked />
    </>
  )
}
