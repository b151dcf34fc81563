/** The largest file of a merchant's logo, in bytes. */
export const maxLogoBytes = 512 * 1024
