/** The ref of a field that comes with a press: it has the focus at once, but on a phone, where a keyboard would jump up. */
export function focusWithMouse(field: HTMLElement | null) {
  if (field && matchMedia('(pointer: fine)').matches) field.focus()
}
