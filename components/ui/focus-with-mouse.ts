/** Ref for a field that appears after a click: focuses it at once, except on a phone, where the keyboard would open. */
export function focusWithMouse(field: HTMLElement | null) {
  if (field && matchMedia('(pointer: fine)').matches) field.focus()
}
