export const maxLogoBytes = 512 * 1024
