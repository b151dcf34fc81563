export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Read on the server, so that the first paint already has the right colours. */
export const themeCookie = 'guichet_theme'

export function isTheme(value: unknown): value is Theme {
  return themes.some(theme => theme === value)
}

/** Whether single keys are shortcuts. */
const keySettings = ['on', 'off'] as const
export type Keys = (typeof keySettings)[number]

export const keysCookie = 'guichet_keys'

export function isKeys(value: unknown): value is Keys {
  return keySettings.some(setting => setting === value)
}
