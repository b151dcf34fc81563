/** The largest file of a merchant's logo, in bytes. */
export const mostLogoBytes = 512 * 1024
