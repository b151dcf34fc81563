import { clsx } from 'clsx'

/** Our line drawings on a 24-unit grid. No client code, unlike an icon library's components. */
const paths = {
  home: 'M4 10.6 12 4l8 6.6V19a1.4 1.4 0 0 1-1.4 1.4H5.4A1.4 1.4 0 0 1 4 19zM9.6 20.4v-6h4.8v6',
  accounts:
    'M3.6 8.4h16.8M5 5.2h14A1.4 1.4 0 0 1 20.4 6.6v10.8A1.4 1.4 0 0 1 19 18.8H5A1.4 1.4 0 0 1 3.6 17.4V6.6A1.4 1.4 0 0 1 5 5.2zM6.8 15.2h3.6',
  exchange: 'M4 8.5h13.5M14 5l3.5 3.5L14 12M20 15.5H6.5M10 12l-3.5 3.5L10 19',
  send: 'M20.5 3.5 10 14M20.5 3.5l-6.6 17-3.9-6.5-6.5-3.9z',
  calendar: 'M5 6h14v13.5H5zM5 10.5h14M8.5 3.5V8M15.5 3.5V8',
  chart: 'M4.5 4.5v15h15M8.5 16v-4M12.5 16V8M16.5 16v-6',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13zM15.5 15.5l5 5',
  plug: 'M12 21v-4.5M8.5 3v5M15.5 3v5M6 8h12v3a5.5 5.5 0 0 1-5.5 5.5h-1A5.5 5.5 0 0 1 6 11z',
  plus: 'M12 5v14M5 12h14',
  sliders:
    'M4 7h9M17.5 7H20M4 17h2.5M11 17h9M13 7a2.25 2.25 0 1 0 4.5 0a2.25 2.25 0 1 0-4.5 0M6.5 17a2.25 2.25 0 1 0 4.5 0a2.25 2.25 0 1 0-4.5 0',
  signOut: 'M14.5 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h8.5M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  person: 'M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  copy: 'M9.5 9.5h9v9h-9zM14.5 9.5v-4h-9v9h4',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronRight: 'm9.5 6 6 6-6 6',
  chevronUpDown: 'm8 9.5 4-4 4 4M8 14.5l4 4 4-4',
  arrowRight: 'M4.5 12h15M13.5 6l6 6-6 6',
  external: 'M9 5.5H5.5v13h13V15M13.5 4.5h6v6M19 5l-8 8',
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.9 7.5 7 9 4.1-1.5 7-4.7 7-9V6zM8.8 12l2.3 2.3L15.4 10',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17a8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6a3 3 0 0 0 0 6z',
  lock: 'M5.5 11h13v9h-13zM8 11V8a4 4 0 0 1 8 0v3',
  passkey:
    'M9 13a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM2.5 20a6.5 6.5 0 0 1 10-5.4M17.5 12.5a2.75 2.75 0 1 0 0-5.5a2.75 2.75 0 0 0 0 5.5zM17.5 12.5V20M17.5 17H20',
  undo: 'M8.5 13.5 4 9l4.5-4.5M4.5 9h9.25a5.25 5.25 0 0 1 0 10.5H10',
  list: 'M10.5 6.5h9.5M10.5 12h9.5M10.5 17.5h9.5M4 6.3l1.2 1.2L7.5 5M4 11.8 5.2 13l2.3-2.5M4 17.3l1.2 1.2L7.5 16',
  card: 'M4.5 5.5h15A1.5 1.5 0 0 1 21 7v10a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17V7a1.5 1.5 0 0 1 1.5-1.5zM3 10h18M6.5 14.5H10',
  refresh: 'M20 5.5v4.5h-4.5M4 18.5V14h4.5M19.5 10A8 8 0 0 0 5.7 7.2M4.5 14a8 8 0 0 0 13.8 2.8',
  laptop: 'M5.5 5h13v10.5h-13zM2.5 19h19',
  phone:
    'M8 3.5h8A1.5 1.5 0 0 1 17.5 5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5zM11 17.5h2',
  sun: 'M12 16a4 4 0 1 0 0-8a4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  screen: 'M3.5 4.5h17v11.5h-17zM8.5 20h7M12 16v4',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17a8.5 8.5 0 0 0 0 17zM12 11v5M12 7.8v.2',
  success: 'M12 20.5a8.5 8.5 0 1 0 0-17a8.5 8.5 0 0 0 0 17zM8.3 12.2l2.5 2.5 5-5.2',
  warning: 'M12 4 2.8 19.8h18.4zM12 10v4.5M12 17v.2',
  danger: 'M12 20.5a8.5 8.5 0 1 0 0-17a8.5 8.5 0 0 0 0 17zM12 7.5v5.5M12 16v.2',
} as const

export type IconName = keyof typeof paths

/** Decorative: there is always text next to it. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" className={clsx('shrink-0', className ?? 'size-5')} aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
