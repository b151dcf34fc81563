import { clsx } from 'clsx'

type BankLogoProps = {
  bank: { initials: string; brandColor: string; brandInk: string; logo: string | null }
  size?: 'small' | 'medium' | 'large'
}

const sizes = { small: 'size-8', medium: 'size-11', large: 'size-14' }

/** The bank's own logo with rounded corners, or its initials on its colour, drawn by us. Decorative: the bank's name is always next to it. */
export function BankLogo({ bank, size = 'medium' }: BankLogoProps) {
  return (
    <svg
      viewBox="0 0 44 44"
      className={clsx('shrink-0 rounded-[27%]', sizes[size])}
      aria-hidden="true"
      focusable="false"
    >
      {bank.logo === null ? <Initials bank={bank} /> : <image href={bank.logo} width="44" height="44" />}
    </svg>
  )
}

function Initials({ bank }: Pick<BankLogoProps, 'bank'>) {
  return (
    <>
      <rect width="44" height="44" rx="12" fill={bank.brandColor} />
      <rect x="0.5" y="0.5" width="43" height="43" rx="11.5" fill="none" stroke="#ffffff" strokeOpacity="0.14" />
      <text
        x="22"
        y="22.5"
        fill={bank.brandInk}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={bank.initials.length > 2 ? 13 : 17}
        fontWeight="700"
        letterSpacing="0.3"
      >
        {bank.initials}
      </text>
    </>
  )
}
